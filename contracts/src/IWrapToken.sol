// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// @title The token of a wrap, one for each song of the catalogue
/// @notice A token's id is the song's number in the catalogue, so that no song has two tokens on a network.
/// @dev ERC-721 with ERC-4906 and ERC-7572. Metadata is either the house's, which may change, or fixed for good, such as
/// on IPFS. Tokens are never burnt.
interface IWrapToken {
    /// @notice The metadata of the collection is found elsewhere, or says something else (ERC-7572).
    event ContractURIUpdated();

    /// @notice The metadata of this token was fixed when it was minted.
    error MetadataFixed(uint256 tokenId);

    /// @notice Mints the token of a song. Reverts where there is one.
    /// @param to its first owner
    /// @param songId the song's number in the catalogue, which becomes the token's id
    /// @param fixedURI where its metadata is for good; empty where it is the house's
    function mint(address to, uint256 songId, string calldata fixedURI) external;

    /// @notice Tells marketplaces that the metadata of a token has changed (ERC-4906). Not for one whose metadata is fixed.
    function refreshMetadata(uint256 songId) external;

    /// @notice Moves the metadata of all tokens whose metadata is not fixed.
    function setBaseURI(string calldata baseURI) external;

    /// @notice Moves the metadata of the collection.
    function setContractURI(string calldata uri) external;

    /// @notice Where the metadata of the collection is found (ERC-7572).
    function contractURI() external view returns (string memory);

    /// @notice Whether the song has a token.
    function exists(uint256 songId) external view returns (bool);
}
