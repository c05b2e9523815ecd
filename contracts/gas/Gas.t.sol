// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.37;

import {ERC721A} from "erc721a/contracts/ERC721A.sol";
import {CampaignCollection} from "../src/CampaignCollection.sol";
import {CampaignFactory} from "../src/CampaignFactory.sol";
import {ICampaignCollection} from "../src/ICampaignCollection.sol";
import {Cheats} from "../test/Cheats.sol";

/// @dev ERC721A as a platform would use it: sequential token ids that it assigns itself, one receiver per token.
contract PeerCollection is ERC721A {
    address private immutable _minter;

    constructor() ERC721A("Peer", "PEER") {
        _minter = msg.sender;
    }

    function mintBatch(address[] calldata to) external {
        require(msg.sender == _minter);
        for (uint256 i = 0; i < to.length; ++i) {
            _mint(to[i], 1);
        }
    }
}

/// @dev Gas of whole calls, execution and calldata apart; `benchmarks/gas.ts` adds what a transaction costs.
contract GasReport is Cheats {
    event log_named_uint(string key, uint256 value);

    CampaignFactory private factory;
    CampaignCollection private ours;
    PeerCollection private peer;

    function setUp() public {
        factory = new CampaignFactory(admin, address(this));
        ours = create(1);
        peer = new PeerCollection();
        // A collection that is in use: the first token of all pays for the counters.
        (address[] memory to, uint256[] memory ids) = fans(1, 1_000);
        ours.mintBatch(to, ids);
        peer.mintBatch(to);
    }

    function create(uint256 campaignId) private returns (CampaignCollection) {
        ICampaignCollection.Init memory init = ICampaignCollection.Init(
            "Tide Tables", "TIDE", "https://music.example/m/1/", "https://music.example/m/1", 0, admin, 500, admin, address(this)
        );
        return CampaignCollection(factory.create(campaignId, init));
    }

    function fans(uint256 count, uint256 first) private pure returns (address[] memory to, uint256[] memory ids) {
        to = new address[](count);
        ids = new uint256[](count);
        for (uint256 i = 0; i < count; ++i) {
            (to[i], ids[i]) = (address(uint160(0xFA0000 + first + i)), first + i);
        }
    }

    function measureOurs(uint256 count, uint256 first) private returns (uint256) {
        (address[] memory to, uint256[] memory ids) = fans(count, first);
        uint256 before = gasleft();
        ours.mintBatch(to, ids);
        return before - gasleft();
    }

    function measurePeer(uint256 count, uint256 first) private returns (uint256) {
        (address[] memory to,) = fans(count, first);
        uint256 before = gasleft();
        peer.mintBatch(to);
        return before - gasleft();
    }

    function test_gas() public {
        emit log_named_uint("ours: one", measureOurs(1, 5_000));
        emit log_named_uint("ours: fifty", measureOurs(50, 6_000));
        emit log_named_uint("ours: fifty again", measureOurs(50, 6_000));
        emit log_named_uint("erc721a: one", measurePeer(1, 5_000));
        emit log_named_uint("erc721a: fifty", measurePeer(50, 6_000));
        uint256 before = gasleft();
        create(2);
        emit log_named_uint("ours: a collection", before - gasleft());
    }
}
