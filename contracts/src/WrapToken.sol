// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {IWrapToken} from "./IWrapToken.sol";

/// @notice The token of a wrap. `IWrapToken` documents the behaviour.
contract WrapToken is IWrapToken, IERC4906, ERC721, ERC2981, AccessControl {
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    string private _base;
    string private _contractURI;
    mapping(uint256 songId => string uri) private _fixedURIs;

    /// @param admin may grant the minter role and change metadata
    /// @param minter may mint
    /// @param baseURI prefix of a token's metadata URI; the song's number follows
    /// @param uri URI of the collection metadata (ERC-7572)
    constructor(address admin, address minter, string memory baseURI, string memory uri) ERC721("Wrapsody", "WRAP") {
        _base = baseURI;
        _contractURI = uri;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(MINTER_ROLE, minter);
    }

    // ---------------------------------------------------------------- minting

    /// @inheritdoc IWrapToken
    function mint(
        address to,
        uint256 songId,
        string calldata fixedURI,
        address royaltyReceiver,
        uint96 royaltyBasisPoints
    ) external onlyRole(MINTER_ROLE) {
        // Does not call the receiver, like CampaignCollection.
        _mint(to, songId);
        if (bytes(fixedURI).length > 0) _fixedURIs[songId] = fixedURI;
        if (royaltyBasisPoints > 0) _setTokenRoyalty(songId, royaltyReceiver, royaltyBasisPoints);
    }

    // ---------------------------------------------------------------- metadata

    /// @inheritdoc IWrapToken
    function refreshMetadata(uint256 songId) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _requireOwned(songId);
        if (bytes(_fixedURIs[songId]).length > 0) revert MetadataFixed(songId);
        emit MetadataUpdate(songId);
    }

    /// @inheritdoc IWrapToken
    function setBaseURI(string calldata baseURI) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _base = baseURI;
        emit BatchMetadataUpdate(0, type(uint256).max);
    }

    /// @inheritdoc IWrapToken
    function setContractURI(string calldata uri) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _contractURI = uri;
        emit ContractURIUpdated();
    }

    // ---------------------------------------------------------------- views

    /// @dev Fixed metadata takes precedence over the base URI.
    function tokenURI(uint256 songId) public view override returns (string memory) {
        _requireOwned(songId);
        string memory fixedURI = _fixedURIs[songId];
        return bytes(fixedURI).length > 0 ? fixedURI : super.tokenURI(songId);
    }

    /// @inheritdoc IWrapToken
    function contractURI() external view returns (string memory) {
        return _contractURI;
    }

    /// @inheritdoc IWrapToken
    function exists(uint256 songId) external view returns (bool) {
        return _ownerOf(songId) != address(0);
    }

    function supportsInterface(bytes4 interfaceId)
        public
        view
        override(ERC721, ERC2981, AccessControl, IERC165)
        returns (bool)
    {
        return interfaceId == bytes4(0x49064906) || ERC721.supportsInterface(interfaceId)
            || ERC2981.supportsInterface(interfaceId) || AccessControl.supportsInterface(interfaceId);
    }

    function _baseURI() internal view override returns (string memory) {
        return _base;
    }
}
