// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// @title The artworks of one campaign, one token per participant
/// @notice A token's id is the participant's number on the platform that runs the campaign. It makes minting idempotent:
/// sending a batch again, after a crash or a lost response, mints missing tokens and none twice.
/// @dev ERC-721 with ERC-2981 (royalties), ERC-4906 (metadata updates) and ERC-7572 (collection metadata). Tokens are never
/// burnt. Each collection is an ERC-1167 clone; `initialize` sets its storage once.
interface ICampaignCollection {
    /// @param name name of the collection, as wallets show it
    /// @param symbol symbol of the collection
    /// @param baseURI prefix of a token's metadata URI; the id follows
    /// @param contractURI URI of the collection metadata (ERC-7572)
    /// @param maxSupply maximum number of tokens; 0 means no limit
    /// @param royaltyReceiver receiver of resale royalties; the zero address for none
    /// @param royaltyBasisPoints royalty in hundredths of a percent of the price, at most 10000
    /// @param admin may grant the minter role and change metadata
    /// @param minter may mint
    struct Init {
        string name;
        string symbol;
        string baseURI;
        string contractURI;
        uint256 maxSupply;
        address royaltyReceiver;
        uint96 royaltyBasisPoints;
        address admin;
        address minter;
    }

    /// @notice The supply would exceed `maxSupply`.
    error SoldOut(uint256 maxSupply);
    /// @notice `to` and `ids` differ in length.
    error LengthsDiffer(uint256 receivers, uint256 ids);
    /// @notice A royalty needs a receiver and is at most the whole price.
    error InvalidRoyalty(address receiver, uint96 basisPoints);

    /// @notice The collection metadata or its URI changed (ERC-7572).
    event ContractURIUpdated();

    /// @notice Initializes the collection, once, and never on the implementation that clones delegate to.
    function initialize(Init calldata init) external;

    /// @notice Mints the tokens that do not exist yet, each to its receiver. An existing token stays with its owner.
    /// @dev Uses `_mint`, which does not call receivers: one rejecting contract would block a whole batch. The batch reverts
    /// for the zero address or if the supply would exceed `maxSupply`.
    /// @param to receiver of each token
    /// @param ids id of each token
    /// @return minted number of new tokens
    function mintBatch(address[] calldata to, uint256[] calldata ids) external returns (uint256 minted);

    /// @notice Changes the base URI of the metadata, for instance after the platform moves.
    function setBaseURI(string calldata baseURI) external;

    /// @notice Changes the URI of the collection metadata.
    function setContractURI(string calldata uri) external;

    /// @notice Notifies marketplaces that the metadata of tokens changed (ERC-4906).
    function refreshMetadata(uint256 fromTokenId, uint256 toTokenId) external;

    /// @notice Returns the number of tokens.
    function totalSupply() external view returns (uint256);

    /// @notice Returns the maximum number of tokens; 0 means no limit.
    function maxSupply() external view returns (uint256);

    /// @notice Returns the URI of the collection metadata (ERC-7572).
    function contractURI() external view returns (string memory);

    /// @notice Returns which tokens exist, so that a batch leaves them out.
    function exists(uint256[] calldata ids) external view returns (bool[] memory);
}
