// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {ICampaignCollection} from "./ICampaignCollection.sol";

/// @title Creates the collection of each campaign, once
/// @notice A campaign's collection has an address that is known before it exists, and a second creation fails: however
/// often a campaign is activated, it has one collection.
interface ICampaignFactory {
    /// @notice The collection of a campaign was created.
    event CollectionCreated(uint256 indexed campaignId, address collection);

    /// @notice Creates the collection of a campaign. For operators alone.
    /// @dev Reverts with `FailedDeployment` where there is one already.
    /// @param campaignId the campaign's number at the house that runs it
    function create(uint256 campaignId, ICampaignCollection.Init calldata init) external returns (address collection);

    /// @notice Where the collection of a campaign is, or will be.
    function collectionOf(uint256 campaignId) external view returns (address);

    /// @notice What all collections are clones of.
    function implementation() external view returns (address);
}
