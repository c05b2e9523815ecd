// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {IWrapToken} from "../src/IWrapToken.sol";
import {WrapToken} from "../src/WrapToken.sol";
import {Cheats} from "./Cheats.sol";

contract WrapTokenTest is Cheats {
    WrapToken internal token;

    function setUp() public {
        token = new WrapToken(admin, minter, "https://music.example/metadata/wrap/", "https://music.example/metadata");
    }

    function mint(uint256 songId, string memory fixedURI) internal {
        vm.prank(minter);
        token.mint(address(0xA1), songId, fixedURI, address(0), 0);
    }

    function test_mint_uses_the_song_number_as_id() public {
        mint(247, "");
        expect(token.ownerOf(247) == address(0xA1) && token.exists(247), "owner");
        expect(same(token.tokenURI(247), "https://music.example/metadata/wrap/247"), "token URI");
    }

    function test_a_song_has_one_token() public {
        mint(247, "");
        vm.prank(minter);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidSender.selector, address(0)));
        token.mint(address(0xB2), 247, "", address(0), 0);
    }

    function testFuzz_a_royalty_is_that_of_its_token_for_good(
        address caller,
        address receiver,
        uint96 basisPoints,
        uint128 price
    ) public {
        basisPoints = basisPoints % 1_001;
        if (receiver == address(0)) receiver = address(0xBEEF);
        vm.prank(minter);
        token.mint(address(0xA1), 247, "", receiver, basisPoints);
        mint(248, "");
        // No caller can change it: a second mint fails for every one, and transfers keep it.
        vm.prank(caller);
        vm.expectRevert();
        token.mint(address(0xA1), 247, "", caller, 1_000);
        vm.prank(address(0xA1));
        token.transferFrom(address(0xA1), address(0xB2), 247);
        (address paid, uint256 amount) = token.royaltyInfo(247, price);
        expect(paid == (basisPoints == 0 ? address(0) : receiver), "receiver");
        expect(amount == uint256(price) * basisPoints / 10_000, "amount");
        (paid, amount) = token.royaltyInfo(248, price);
        expect(paid == address(0) && amount == 0, "no royalty");
    }

    function testFuzz_an_invalid_royalty_mints_nothing(uint96 basisPoints) public {
        vm.startPrank(minter);
        vm.expectPartialRevert(ERC2981.ERC2981InvalidTokenRoyalty.selector);
        token.mint(address(0xA1), 1, "", admin, 10_001 + basisPoints % 1_000_000);
        vm.expectPartialRevert(ERC2981.ERC2981InvalidTokenRoyaltyReceiver.selector);
        token.mint(address(0xA1), 1, "", address(0), 1 + basisPoints % 10_000);
        expect(!token.exists(1), "exists");
    }

    function test_fixed_metadata_never_changes() public {
        mint(247, "ipfs://bafy");
        vm.startPrank(admin);
        token.setBaseURI("https://elsewhere.example/");
        expect(same(token.tokenURI(247), "ipfs://bafy"), "token URI");
        vm.expectRevert(abi.encodeWithSelector(IWrapToken.MetadataFixed.selector, 247));
        token.refreshMetadata(247);
    }

    function test_platform_metadata_changes_emit_events() public {
        mint(247, "");
        vm.startPrank(admin);
        vm.expectEmit(address(token));
        emit IERC4906.MetadataUpdate(247);
        token.refreshMetadata(247);
        vm.expectEmit(address(token));
        emit IERC4906.BatchMetadataUpdate(0, type(uint256).max);
        token.setBaseURI("https://elsewhere.example/");
        expect(same(token.tokenURI(247), "https://elsewhere.example/247"), "token URI");
        vm.expectEmit(address(token));
        emit IWrapToken.ContractURIUpdated();
        token.setContractURI("https://elsewhere.example");
        expect(same(token.contractURI(), "https://elsewhere.example"), "contract URI");
    }

    function test_a_song_without_a_token_has_no_metadata() public {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 1));
        token.tokenURI(1);
        vm.prank(admin);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 1));
        token.refreshMetadata(1);
        expect(!token.exists(1), "exists");
    }

    function testFuzz_other_callers_cannot_mint_or_change(address caller, address receiver, uint96 basisPoints) public {
        vm.assume(caller != minter && caller != admin);
        vm.startPrank(caller);
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        token.mint(caller, 1, "", receiver, basisPoints);
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        token.setBaseURI("");
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        token.setContractURI("");
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        token.refreshMetadata(1);
    }

    function test_minter_and_admin_are_separate_roles() public {
        vm.prank(minter);
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        token.setBaseURI("");
        vm.prank(admin);
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        token.mint(admin, 1, "", admin, 500);
    }

    function test_supports_its_interfaces() public view {
        bytes4[5] memory ids =
            [bytes4(0x01ffc9a7), bytes4(0x80ac58cd), bytes4(0x5b5e139f), bytes4(0x2a55205a), bytes4(0x49064906)];
        for (uint256 i = 0; i < ids.length; ++i) {
            expect(token.supportsInterface(ids[i]), "interface");
        }
        expect(!token.supportsInterface(0xffffffff), "no interface");
    }
}
