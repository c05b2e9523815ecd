// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {ICampaignCollection} from "./ICampaignCollection.sol";

/// @title Creates the collection of each campaign, once
/// @notice The address of a campaign's collection is known before it exists, and a second creation reverts: repeated
/// activation still gives one collection.
interface ICampaignFactory {
    /// @notice The collection of a campaign was created.
    event CollectionCreated(uint256 indexed campaignId, address collection);

    /// @notice Creates the collection of a campaign. Requires the operator role.
    /// @dev Reverts with `FailedDeployment` if it exists.
    /// @param campaignId the campaign's number on the platform
    function create(uint256 campaignId, ICampaignCollection.Init calldata init) external returns (address collection);

    /// @notice Returns the current or future address of a campaign's collection.
    function collectionOf(uint256 campaignId) external view returns (address);

    /// @notice Returns the contract that all collections are clones of.
    function implementation() external view returns (address);
}
