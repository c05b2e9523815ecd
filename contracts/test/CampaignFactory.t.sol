// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Errors} from "@openzeppelin/contracts/utils/Errors.sol";
import {CampaignCollection} from "../src/CampaignCollection.sol";
import {CampaignFactory} from "../src/CampaignFactory.sol";
import {ICampaignCollection} from "../src/ICampaignCollection.sol";
import {ICampaignFactory} from "../src/ICampaignFactory.sol";
import {Cheats} from "./Cheats.sol";

contract CampaignFactoryTest is Cheats {
    CampaignFactory internal factory;

    function setUp() public {
        factory = new CampaignFactory(admin, minter);
    }

    function init() internal pure returns (ICampaignCollection.Init memory) {
        return ICampaignCollection.Init("Isolines", "ISO", "", "", 0, address(0), 0, admin, minter);
    }

    function test_create_uses_the_predicted_address() public {
        address foretold = factory.collectionOf(31);
        vm.expectEmit(address(factory));
        emit ICampaignFactory.CollectionCreated(31, foretold);
        vm.prank(minter);
        expect(factory.create(31, init()) == foretold, "address");
    }

    function test_a_second_creation_reverts() public {
        vm.startPrank(minter);
        factory.create(31, init());
        vm.expectRevert(Errors.FailedDeployment.selector);
        factory.create(31, init());
    }

    function testFuzz_campaigns_do_not_share_collections(uint256 one, uint256 other) public {
        vm.assume(one != other);
        vm.startPrank(minter);
        address first = factory.create(one, init());
        address second = factory.create(other, init());
        expect(first != second, "different");
        expect(CampaignCollection(first).hasRole(CampaignCollection(first).MINTER_ROLE(), minter), "minter");
    }

    function testFuzz_other_callers_cannot_create(address caller) public {
        vm.assume(caller != minter);
        bytes32 role = factory.OPERATOR_ROLE();
        vm.prank(caller);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, caller, role)
        );
        factory.create(1, init());
    }
}
