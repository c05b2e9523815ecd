// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

/// @dev The Foundry cheat codes that these tests use.
interface Vm {
    function prank(address caller) external;
    function startPrank(address caller) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata reason) external;
    /// @dev Matches the error's selector with any arguments.
    function expectPartialRevert(bytes4 selector) external;
    function expectEmit(address emitter) external;
    function assume(bool condition) external pure;
}

/// @dev Base of every test.
abstract contract Cheats {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    address internal constant admin = address(0xAD);
    address internal constant minter = address(0x31);
    address internal constant stranger = address(0x57);

    error NotAsExpected(string what);

    function expect(bool held, string memory what) internal pure {
        if (!held) revert NotAsExpected(what);
    }

    function same(string memory one, string memory other) internal pure returns (bool) {
        return keccak256(bytes(one)) == keccak256(bytes(other));
    }
}
