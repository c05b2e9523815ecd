// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {ICampaignCollection} from "./ICampaignCollection.sol";

/// @notice The artworks of one campaign. `ICampaignCollection` documents the behaviour.
contract CampaignCollection is ICampaignCollection, IERC4906, ERC721, ERC2981, AccessControl, Initializable {
    bytes32 public constant MINTER_ROLE = keccak256("MINTER_ROLE");

    /// @dev The ERC721 constructor sets only the implementation's name; a clone stores its own.
    string private _collectionName;
    string private _collectionSymbol;
    string private _base;
    string private _contractURI;
    /// @dev Both share one storage slot, because a batch reads and writes both.
    uint128 private _maxSupply;
    uint128 private _totalSupply;

    constructor() ERC721("", "") {
        _disableInitializers();
    }

    // ---------------------------------------------------------------- setup

    /// @inheritdoc ICampaignCollection
    function initialize(Init calldata init) external initializer {
        bool paid = init.royaltyBasisPoints > 0;
        if (init.royaltyBasisPoints > _feeDenominator() || (paid && init.royaltyReceiver == address(0))) {
            revert InvalidRoyalty(init.royaltyReceiver, init.royaltyBasisPoints);
        }
        _collectionName = init.name;
        _collectionSymbol = init.symbol;
        _base = init.baseURI;
        _contractURI = init.contractURI;
        // A limit beyond uint128 cannot be reached, so it is capped.
        _maxSupply = init.maxSupply > type(uint128).max ? type(uint128).max : uint128(init.maxSupply);
        if (paid) _setDefaultRoyalty(init.royaltyReceiver, init.royaltyBasisPoints);
        _grantRole(DEFAULT_ADMIN_ROLE, init.admin);
        _grantRole(MINTER_ROLE, init.minter);
    }

    // ---------------------------------------------------------------- minting

    /// @inheritdoc ICampaignCollection
    function mintBatch(address[] calldata to, uint256[] calldata ids)
        external
        onlyRole(MINTER_ROLE)
        returns (uint256 minted)
    {
        if (to.length != ids.length) revert LengthsDiffer(to.length, ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            if (_ownerOf(ids[i]) != address(0)) continue;
            _mint(to[i], ids[i]);
            ++minted;
        }
        uint256 supply = uint256(_totalSupply) + minted;
        if (_maxSupply != 0 && supply > _maxSupply) revert SoldOut(_maxSupply);
        _totalSupply = uint128(supply);
    }

    // ---------------------------------------------------------------- metadata

    /// @inheritdoc ICampaignCollection
    function setBaseURI(string calldata baseURI) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _base = baseURI;
        emit BatchMetadataUpdate(0, type(uint256).max);
    }

    /// @inheritdoc ICampaignCollection
    function setContractURI(string calldata uri) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _contractURI = uri;
        emit ContractURIUpdated();
    }

    /// @inheritdoc ICampaignCollection
    function refreshMetadata(uint256 fromTokenId, uint256 toTokenId) external onlyRole(DEFAULT_ADMIN_ROLE) {
        emit BatchMetadataUpdate(fromTokenId, toTokenId);
    }

    // ---------------------------------------------------------------- views

    function name() public view override returns (string memory) {
        return _collectionName;
    }

    function symbol() public view override returns (string memory) {
        return _collectionSymbol;
    }

    /// @inheritdoc ICampaignCollection
    function totalSupply() external view returns (uint256) {
        return _totalSupply;
    }

    /// @inheritdoc ICampaignCollection
    function maxSupply() external view returns (uint256) {
        return _maxSupply;
    }

    /// @inheritdoc ICampaignCollection
    function contractURI() external view returns (string memory) {
        return _contractURI;
    }

    /// @inheritdoc ICampaignCollection
    function exists(uint256[] calldata ids) external view returns (bool[] memory found) {
        found = new bool[](ids.length);
        for (uint256 i = 0; i < ids.length; ++i) {
            found[i] = _ownerOf(ids[i]) != address(0);
        }
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
