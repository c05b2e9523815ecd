// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {CampaignCollection} from "./CampaignCollection.sol";
import {ICampaignCollection} from "./ICampaignCollection.sol";
import {ICampaignFactory} from "./ICampaignFactory.sol";

/// @notice Creates the collection of each campaign. `ICampaignFactory` documents the behaviour.
contract CampaignFactory is ICampaignFactory, AccessControl {
    bytes32 public constant OPERATOR_ROLE = keccak256("OPERATOR_ROLE");

    /// @inheritdoc ICampaignFactory
    address public immutable implementation;

    /// @param admin may grant the operator role
    /// @param operator may create collections
    constructor(address admin, address operator) {
        implementation = address(new CampaignCollection());
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(OPERATOR_ROLE, operator);
    }

    /// @inheritdoc ICampaignFactory
    function create(uint256 campaignId, ICampaignCollection.Init calldata init)
        external
        onlyRole(OPERATOR_ROLE)
        returns (address collection)
    {
        collection = Clones.cloneDeterministic(implementation, bytes32(campaignId));
        ICampaignCollection(collection).initialize(init);
        emit CollectionCreated(campaignId, collection);
    }

    /// @inheritdoc ICampaignFactory
    function collectionOf(uint256 campaignId) external view returns (address) {
        return Clones.predictDeterministicAddress(implementation, bytes32(campaignId));
    }
}
