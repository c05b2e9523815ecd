// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {CampaignCollection} from "../src/CampaignCollection.sol";
import {CampaignFactory} from "../src/CampaignFactory.sol";
import {ICampaignCollection} from "../src/ICampaignCollection.sol";
import {Cheats} from "./Cheats.sol";

contract CampaignCollectionTest is Cheats {
    CampaignFactory internal factory;
    CampaignCollection internal collection;

    function setUp() public {
        factory = new CampaignFactory(admin, minter);
        collection = create(1, 5);
    }

    function create(uint256 campaignId, uint256 maxSupply) internal returns (CampaignCollection) {
        vm.prank(minter);
        return CampaignCollection(factory.create(campaignId, initFor(maxSupply)));
    }

    function initFor(uint256 maxSupply) internal pure returns (ICampaignCollection.Init memory) {
        return ICampaignCollection.Init({
            name: "Tide Tables",
            symbol: "TIDE",
            baseURI: "https://music.example/metadata/1/",
            contractURI: "https://music.example/metadata/1",
            maxSupply: maxSupply,
            royaltyReceiver: address(0xBEEF),
            royaltyBasisPoints: 500,
            admin: admin,
            minter: minter
        });
    }

    function mint(address to, uint256 id) internal returns (uint256) {
        address[] memory receivers = new address[](1);
        uint256[] memory ids = new uint256[](1);
        (receivers[0], ids[0]) = (to, id);
        vm.prank(minter);
        return collection.mintBatch(receivers, ids);
    }

    function batch(uint256 first, uint256 count, address to)
        internal
        pure
        returns (address[] memory receivers, uint256[] memory ids)
    {
        receivers = new address[](count);
        ids = new uint256[](count);
        for (uint256 i = 0; i < count; ++i) {
            (receivers[i], ids[i]) = (to, first + i);
        }
    }

    // ---------------------------------------------------------------- setup

    function test_initialize_sets_every_field() public view {
        expect(same(collection.name(), "Tide Tables"), "name");
        expect(same(collection.symbol(), "TIDE"), "symbol");
        expect(same(collection.contractURI(), "https://music.example/metadata/1"), "contract URI");
        expect(collection.maxSupply() == 5 && collection.totalSupply() == 0, "supply");
        (address receiver, uint256 amount) = collection.royaltyInfo(1, 10_000);
        expect(receiver == address(0xBEEF) && amount == 500, "royalty");
    }

    function test_initialize_reverts_twice() public {
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        collection.initialize(initFor(1));
    }

    function test_initialize_reverts_on_the_implementation() public {
        CampaignCollection implementation = CampaignCollection(factory.implementation());
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        implementation.initialize(initFor(1));
    }

    function test_initialize_rejects_a_royalty_without_receiver() public {
        ICampaignCollection.Init memory init = initFor(1);
        init.royaltyReceiver = address(0);
        vm.prank(minter);
        vm.expectRevert(abi.encodeWithSelector(ICampaignCollection.InvalidRoyalty.selector, address(0), 500));
        factory.create(2, init);
    }

    function test_initialize_rejects_a_royalty_above_the_price() public {
        ICampaignCollection.Init memory init = initFor(1);
        init.royaltyBasisPoints = 10_001;
        vm.prank(minter);
        vm.expectRevert(abi.encodeWithSelector(ICampaignCollection.InvalidRoyalty.selector, address(0xBEEF), 10_001));
        factory.create(2, init);
    }

    function test_royalty_defaults_to_none() public {
        ICampaignCollection.Init memory init = initFor(1);
        (init.royaltyReceiver, init.royaltyBasisPoints) = (address(0), 0);
        vm.prank(minter);
        (address receiver, uint256 amount) = CampaignCollection(factory.create(2, init)).royaltyInfo(1, 10_000);
        expect(receiver == address(0) && amount == 0, "royalty");
    }

    // ---------------------------------------------------------------- minting

    function test_mint_uses_the_participant_number_as_id() public {
        expect(mint(address(0xA1), 4711) == 1, "minted");
        expect(collection.ownerOf(4711) == address(0xA1), "owner");
        expect(same(collection.tokenURI(4711), "https://music.example/metadata/1/4711"), "token URI");
        expect(collection.totalSupply() == 1, "supply");
    }

    function test_a_repeated_batch_mints_nothing() public {
        (address[] memory receivers, uint256[] memory ids) = batch(10, 3, address(0xA1));
        vm.startPrank(minter);
        expect(collection.mintBatch(receivers, ids) == 3, "first");
        expect(collection.mintBatch(receivers, ids) == 0, "repeat");
        expect(collection.totalSupply() == 3, "supply");
    }

    function test_a_batch_mints_missing_tokens() public {
        mint(address(0xA1), 11);
        (address[] memory receivers, uint256[] memory ids) = batch(10, 3, address(0xB2));
        vm.prank(minter);
        expect(collection.mintBatch(receivers, ids) == 2, "missing ones");
        expect(collection.ownerOf(11) == address(0xA1), "who was first");
    }

    function test_a_duplicate_id_in_a_batch_mints_one_token() public {
        (address[] memory receivers, uint256[] memory ids) = batch(10, 2, address(0xA1));
        ids[1] = 10;
        vm.prank(minter);
        expect(collection.mintBatch(receivers, ids) == 1, "minted");
    }

    function test_a_transferred_token_is_not_minted_again() public {
        mint(address(0xA1), 7);
        vm.prank(address(0xA1));
        collection.transferFrom(address(0xA1), address(0xB2), 7);
        expect(mint(address(0xA1), 7) == 0, "minted");
        expect(collection.ownerOf(7) == address(0xB2), "owner");
    }

    function test_a_batch_above_the_limit_reverts() public {
        (address[] memory receivers, uint256[] memory ids) = batch(1, 6, address(0xA1));
        vm.prank(minter);
        vm.expectRevert(abi.encodeWithSelector(ICampaignCollection.SoldOut.selector, 5));
        collection.mintBatch(receivers, ids);
        expect(collection.totalSupply() == 0, "nothing of it");
    }

    function test_the_last_token_can_be_minted_and_repeated() public {
        (address[] memory receivers, uint256[] memory ids) = batch(1, 5, address(0xA1));
        vm.startPrank(minter);
        expect(collection.mintBatch(receivers, ids) == 5, "all");
        expect(collection.mintBatch(receivers, ids) == 0, "repeat");
    }

    function test_mint_to_the_zero_address_reverts() public {
        (address[] memory receivers, uint256[] memory ids) = batch(1, 2, address(0xA1));
        receivers[1] = address(0);
        vm.prank(minter);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidReceiver.selector, address(0)));
        collection.mintBatch(receivers, ids);
    }

    function test_lists_of_different_length_revert() public {
        (address[] memory receivers,) = batch(1, 2, address(0xA1));
        (, uint256[] memory ids) = batch(1, 3, address(0xA1));
        vm.prank(minter);
        vm.expectRevert(abi.encodeWithSelector(ICampaignCollection.LengthsDiffer.selector, 2, 3));
        collection.mintBatch(receivers, ids);
    }

    function test_a_rejecting_receiver_does_not_block_a_batch() public {
        expect(mint(address(factory), 1) == 1, "a contract that cannot receive");
    }

    function test_exists_returns_existing_tokens() public {
        mint(address(0xA1), 2);
        (, uint256[] memory ids) = batch(1, 3, address(0));
        bool[] memory found = collection.exists(ids);
        expect(!found[0] && found[1] && !found[2], "found");
    }

    // ---------------------------------------------------------------- access control

    function testFuzz_other_callers_cannot_mint(address caller) public {
        vm.assume(caller != minter);
        (address[] memory receivers, uint256[] memory ids) = batch(1, 1, caller);
        bytes32 role = collection.MINTER_ROLE();
        vm.prank(caller);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, caller, role)
        );
        collection.mintBatch(receivers, ids);
    }

    function testFuzz_other_callers_cannot_change_metadata(address caller) public {
        vm.assume(caller != admin);
        vm.startPrank(caller);
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        collection.setBaseURI("https://elsewhere.example/");
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        collection.setContractURI("https://elsewhere.example/");
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        collection.refreshMetadata(0, 1);
    }

    // ---------------------------------------------------------------- metadata

    function test_metadata_changes_emit_events() public {
        mint(address(0xA1), 3);
        vm.startPrank(admin);
        vm.expectEmit(address(collection));
        emit IERC4906.BatchMetadataUpdate(0, type(uint256).max);
        collection.setBaseURI("ipfs://folder/");
        expect(same(collection.tokenURI(3), "ipfs://folder/3"), "token URI");
        vm.expectEmit(address(collection));
        emit ICampaignCollection.ContractURIUpdated();
        collection.setContractURI("ipfs://about");
        expect(same(collection.contractURI(), "ipfs://about"), "contract URI");
        vm.expectEmit(address(collection));
        emit IERC4906.BatchMetadataUpdate(3, 4);
        collection.refreshMetadata(3, 4);
    }

    function test_supports_its_interfaces() public view {
        bytes4[5] memory ids =
            [bytes4(0x01ffc9a7), bytes4(0x80ac58cd), bytes4(0x5b5e139f), bytes4(0x2a55205a), bytes4(0x49064906)];
        for (uint256 i = 0; i < ids.length; ++i) {
            expect(collection.supportsInterface(ids[i]), "interface");
        }
        expect(!collection.supportsInterface(0xffffffff), "no interface");
    }

    // ---------------------------------------------------------------- fuzzed batches

    function testFuzz_any_batches_mint_each_id_once(uint8[20] memory numbers, uint8 cut) public {
        CampaignCollection unlimited = create(9, 0);
        uint256 until = uint256(cut) % 21;
        uint256 minted = send(unlimited, numbers, 0, until) + send(unlimited, numbers, until, 20);
        minted += send(unlimited, numbers, 0, 20);
        uint256 different;
        for (uint256 i = 0; i < 20; ++i) {
            bool seen = false;
            for (uint256 j = 0; j < i; ++j) {
                seen = seen || numbers[j] == numbers[i];
            }
            if (!seen) ++different;
            expect(unlimited.ownerOf(numbers[i]) != address(0), "owned");
        }
        expect(minted == different && unlimited.totalSupply() == different, "each number once");
    }

    function send(CampaignCollection to, uint8[20] memory numbers, uint256 from, uint256 until)
        internal
        returns (uint256)
    {
        address[] memory receivers = new address[](until - from);
        uint256[] memory ids = new uint256[](until - from);
        for (uint256 i = from; i < until; ++i) {
            (receivers[i - from], ids[i - from]) = (address(uint160(i + 1)), numbers[i]);
        }
        vm.prank(minter);
        return to.mintBatch(receivers, ids);
    }
}
