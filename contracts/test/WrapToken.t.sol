// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
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
        token.mint(address(0xA1), songId, fixedURI);
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
        token.mint(address(0xB2), 247, "");
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

    function testFuzz_other_callers_cannot_mint_or_change(address caller) public {
        vm.assume(caller != minter && caller != admin);
        vm.startPrank(caller);
        vm.expectPartialRevert(IAccessControl.AccessControlUnauthorizedAccount.selector);
        token.mint(caller, 1, "");
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
        token.mint(admin, 1, "");
    }

    function test_supports_its_interfaces() public view {
        bytes4[4] memory ids = [bytes4(0x01ffc9a7), bytes4(0x80ac58cd), bytes4(0x5b5e139f), bytes4(0x49064906)];
        for (uint256 i = 0; i < ids.length; ++i) {
            expect(token.supportsInterface(ids[i]), "interface");
        }
        expect(!token.supportsInterface(0xffffffff), "no interface");
    }
}
