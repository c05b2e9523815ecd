// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// A minimal smart contract wallet that accepts its owner's signatures (ERC-1271), and an empty one of a message that was approved by
/// a transaction, as wallets with several owners do.
contract ContractWallet {
    address private immutable owner;
    mapping(bytes32 => bool) private approved;

    constructor(address owner_) {
        owner = owner_;
    }

    /// Anyone may approve: this is a test.
    function approve(bytes32 hash) external {
        approved[hash] = true;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length == 0) return approved[hash] ? this.isValidSignature.selector : bytes4(0xffffffff);
        (bytes32 r, bytes32 s) = abi.decode(signature, (bytes32, bytes32));
        address signer = ecrecover(hash, uint8(signature[64]), r, s);
        return signer == owner && signer != address(0) ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// Deploys such wallets at predictable addresses.
contract ContractWalletFactory {
    function create(address owner) external returns (address) {
        return address(new ContractWallet{salt: 0}(owner));
    }
}
