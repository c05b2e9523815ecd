// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {CampaignCollection} from "../src/CampaignCollection.sol";
import {CampaignFactory} from "../src/CampaignFactory.sol";
import {ICampaignCollection} from "../src/ICampaignCollection.sol";
import {Cheats} from "./Cheats.sol";

/// @dev Calls of a platform and its fans in any order: new and repeated batches, and transfers.
contract House is Cheats {
    uint256 public constant most = 40;
    uint256 public constant numbers = 64;

    CampaignCollection public immutable collection;
    /// @dev The first owner of each id, which never changes.
    mapping(uint256 id => address) public firstOwner;
    uint256 public minted;

    constructor() {
        CampaignFactory factory = new CampaignFactory(admin, address(this));
        collection = CampaignCollection(
            factory.create(
                1,
                ICampaignCollection.Init("Warp", "WARP", "", "", most, address(0), 0, admin, address(this))
            )
        );
    }

    function sendBatch(uint8[8] calldata ids, uint8[8] calldata fans, uint8 count) external {
        uint256 length = uint256(count) % 9;
        address[] memory receivers = new address[](length);
        uint256[] memory list = new uint256[](length);
        for (uint256 i = 0; i < length; ++i) {
            list[i] = uint256(ids[i]) % numbers;
            receivers[i] = address(uint160(0x1000 + uint256(fans[i]) % 16));
        }
        minted += collection.mintBatch(receivers, list);
        for (uint256 i = 0; i < length; ++i) {
            if (firstOwner[list[i]] == address(0)) firstOwner[list[i]] = receivers[i];
        }
    }

    function sendOn(uint8 id, uint8 fan) external {
        uint256 number = uint256(id) % numbers;
        address owner = collection.ownerOf(number);
        vm.prank(owner);
        collection.transferFrom(owner, address(uint160(0x1000 + uint256(fan) % 16)), number);
    }
}

contract CampaignCollectionInvariants is Cheats {
    House internal house;

    function setUp() public {
        house = new House();
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(house);
    }

    function invariant_supply_equals_minted_tokens_and_never_exceeds_the_limit() public view {
        CampaignCollection collection = house.collection();
        expect(collection.totalSupply() == house.minted(), "supply");
        expect(collection.totalSupply() <= house.most(), "limit");
    }

    function invariant_every_token_has_one_owner() public view {
        CampaignCollection collection = house.collection();
        uint256[] memory ids = new uint256[](house.numbers());
        for (uint256 i = 0; i < ids.length; ++i) {
            ids[i] = i;
        }
        bool[] memory found = collection.exists(ids);
        uint256 owned;
        for (uint256 fan = 0; fan < 16; ++fan) {
            owned += collection.balanceOf(address(uint160(0x1000 + fan)));
        }
        uint256 existing;
        for (uint256 i = 0; i < ids.length; ++i) {
            if (found[i]) ++existing;
            expect(found[i] == (house.firstOwner(i) != address(0)), "exists");
        }
        expect(existing == collection.totalSupply() && owned == existing, "owners");
    }
}
