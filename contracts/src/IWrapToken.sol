// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// @title The token of a wrap, one per song of the catalogue
/// @notice A token's id is the song's number in the catalogue, so no song has two tokens on a network.
/// @dev ERC-721 with ERC-2981 (royalties), ERC-4906 and ERC-7572. Metadata is either served by the platform and may change, or fixed, for
/// instance on IPFS. Tokens are never burnt.
interface IWrapToken {
    /// @notice The collection metadata or its URI changed (ERC-7572).
    event ContractURIUpdated();

    /// @notice The metadata of this token was fixed at minting.
    error MetadataFixed(uint256 tokenId);

    /// @notice Mints the token of a song. Reverts if it exists.
    /// @dev Reverts with an error of ERC2981 for a royalty above the whole price or without a receiver.
    /// @param to the first owner
    /// @param songId the song's number in the catalogue, which becomes the token id
    /// @param fixedURI URI of immutable metadata; empty for metadata served by the platform
    /// @param royaltyReceiver receiver of resale royalties, for good; ignored without a royalty
    /// @param royaltyBasisPoints royalty in hundredths of a percent of the price; 0 for none
    function mint(
        address to,
        uint256 songId,
        string calldata fixedURI,
        address royaltyReceiver,
        uint96 royaltyBasisPoints
    ) external;

    /// @notice Notifies marketplaces that the metadata of a token changed (ERC-4906). Reverts if it is fixed.
    function refreshMetadata(uint256 songId) external;

    /// @notice Changes the base URI of all tokens without fixed metadata.
    function setBaseURI(string calldata baseURI) external;

    /// @notice Changes the URI of the collection metadata.
    function setContractURI(string calldata uri) external;

    /// @notice Returns the URI of the collection metadata (ERC-7572).
    function contractURI() external view returns (string memory);

    /// @notice Returns whether the song has a token.
    function exists(uint256 songId) external view returns (bool);
}
