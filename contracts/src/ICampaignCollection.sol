// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// @title The artwork of one campaign, a token for each participant
/// @notice A token's id is the participant's number at the house that runs the campaign. It is the key that makes minting
/// exactly once: whoever sends a batch again, after a crash or a lost answer, mints what is missing and nothing twice.
/// @dev ERC-721 with ERC-2981 (royalties), ERC-4906 (metadata changed) and ERC-7572 (metadata of the collection). Tokens
/// are never burnt. Each collection is an ERC-1167 clone; its storage is set once, by `initialize`.
interface ICampaignCollection {
    /// @param name of the collection, as wallets show it
    /// @param symbol of the collection
    /// @param baseURI what a token's number is put behind to find its metadata
    /// @param contractURI where the metadata of the collection is found (ERC-7572)
    /// @param maxSupply the most tokens there will ever be; 0 is no limit
    /// @param royaltyReceiver who is paid when a token is sold again; the zero address for nobody
    /// @param royaltyBasisPoints their part of the price in hundredths of a percent, at most 10000
    /// @param admin who may name minters and change metadata
    /// @param minter who may mint
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

    /// @notice There would be more tokens than `maxSupply`.
    error SoldOut(uint256 maxSupply);
    /// @notice `to` and `ids` are not of the same length.
    error LengthsDiffer(uint256 receivers, uint256 ids);
    /// @notice Royalties go to somebody, and are at most the whole price.
    error InvalidRoyalty(address receiver, uint96 basisPoints);

    /// @notice The metadata of the collection is found elsewhere, or says something else (ERC-7572).
    event ContractURIUpdated();

    /// @notice Sets the collection up. Only once, and never on the implementation that clones point to.
    function initialize(Init calldata init) external;

    /// @notice Mints the tokens that do not exist yet, each to its receiver. A token that exists stays with its owner.
    /// @dev Receivers are not asked (`_mint`): one contract that refuses would hold up a whole batch. Reverts as a whole
    /// for the zero address and when the supply would exceed `maxSupply`.
    /// @param to the receiver of each token
    /// @param ids the number of each token
    /// @return minted how many tokens are new
    function mintBatch(address[] calldata to, uint256[] calldata ids) external returns (uint256 minted);

    /// @notice Moves the metadata, for instance to a new address of the house.
    function setBaseURI(string calldata baseURI) external;

    /// @notice Moves the metadata of the collection.
    function setContractURI(string calldata uri) external;

    /// @notice Tells marketplaces that the metadata of tokens has changed (ERC-4906).
    function refreshMetadata(uint256 fromTokenId, uint256 toTokenId) external;

    /// @notice How many tokens there are.
    function totalSupply() external view returns (uint256);

    /// @notice The most there will ever be; 0 is no limit.
    function maxSupply() external view returns (uint256);

    /// @notice Where the metadata of the collection is found (ERC-7572).
    function contractURI() external view returns (string memory);

    /// @notice Which of the tokens exist, so that a batch is not sent for those that do.
    function exists(uint256[] calldata ids) external view returns (bool[] memory);
}
