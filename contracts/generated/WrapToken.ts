// Made by `npm run contracts` from contracts/src/WrapToken.sol with solc 0.8.37; not to be edited.
export const wrapToken = {
  abi: [
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "admin",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "minter",
          "type": "address"
        },
        {
          "internalType": "string",
          "name": "baseURI",
          "type": "string"
        },
        {
          "internalType": "string",
          "name": "uri",
          "type": "string"
        }
      ],
      "stateMutability": "nonpayable",
      "type": "constructor"
    },
    {
      "inputs": [],
      "name": "AccessControlBadConfirmation",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "account",
          "type": "address"
        },
        {
          "internalType": "bytes32",
          "name": "neededRole",
          "type": "bytes32"
        }
      ],
      "name": "AccessControlUnauthorizedAccount",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "sender",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        },
        {
          "internalType": "address",
          "name": "owner",
          "type": "address"
        }
      ],
      "name": "ERC721IncorrectOwner",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "operator",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        }
      ],
      "name": "ERC721InsufficientApproval",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "approver",
          "type": "address"
        }
      ],
      "name": "ERC721InvalidApprover",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "operator",
          "type": "address"
        }
      ],
      "name": "ERC721InvalidOperator",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "owner",
          "type": "address"
        }
      ],
      "name": "ERC721InvalidOwner",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "receiver",
          "type": "address"
        }
      ],
      "name": "ERC721InvalidReceiver",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "sender",
          "type": "address"
        }
      ],
      "name": "ERC721InvalidSender",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        }
      ],
      "name": "ERC721NonexistentToken",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        }
      ],
      "name": "MetadataFixed",
      "type": "error"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "address",
          "name": "owner",
          "type": "address"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "approved",
          "type": "address"
        },
        {
          "indexed": true,
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        }
      ],
      "name": "Approval",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "address",
          "name": "owner",
          "type": "address"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "operator",
          "type": "address"
        },
        {
          "indexed": false,
          "internalType": "bool",
          "name": "approved",
          "type": "bool"
        }
      ],
      "name": "ApprovalForAll",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "_fromTokenId",
          "type": "uint256"
        },
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "_toTokenId",
          "type": "uint256"
        }
      ],
      "name": "BatchMetadataUpdate",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [],
      "name": "ContractURIUpdated",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": false,
          "internalType": "uint256",
          "name": "_tokenId",
          "type": "uint256"
        }
      ],
      "name": "MetadataUpdate",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "bytes32",
          "name": "role",
          "type": "bytes32"
        },
        {
          "indexed": true,
          "internalType": "bytes32",
          "name": "previousAdminRole",
          "type": "bytes32"
        },
        {
          "indexed": true,
          "internalType": "bytes32",
          "name": "newAdminRole",
          "type": "bytes32"
        }
      ],
      "name": "RoleAdminChanged",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "bytes32",
          "name": "role",
          "type": "bytes32"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "account",
          "type": "address"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "sender",
          "type": "address"
        }
      ],
      "name": "RoleGranted",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "bytes32",
          "name": "role",
          "type": "bytes32"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "account",
          "type": "address"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "sender",
          "type": "address"
        }
      ],
      "name": "RoleRevoked",
      "type": "event"
    },
    {
      "anonymous": false,
      "inputs": [
        {
          "indexed": true,
          "internalType": "address",
          "name": "from",
          "type": "address"
        },
        {
          "indexed": true,
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "indexed": true,
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        }
      ],
      "name": "Transfer",
      "type": "event"
    },
    {
      "inputs": [],
      "name": "DEFAULT_ADMIN_ROLE",
      "outputs": [
        {
          "internalType": "bytes32",
          "name": "",
          "type": "bytes32"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "MINTER_ROLE",
      "outputs": [
        {
          "internalType": "bytes32",
          "name": "",
          "type": "bytes32"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        }
      ],
      "name": "approve",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "owner",
          "type": "address"
        }
      ],
      "name": "balanceOf",
      "outputs": [
        {
          "internalType": "uint256",
          "name": "",
          "type": "uint256"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "contractURI",
      "outputs": [
        {
          "internalType": "string",
          "name": "",
          "type": "string"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "songId",
          "type": "uint256"
        }
      ],
      "name": "exists",
      "outputs": [
        {
          "internalType": "bool",
          "name": "",
          "type": "bool"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        }
      ],
      "name": "getApproved",
      "outputs": [
        {
          "internalType": "address",
          "name": "",
          "type": "address"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "bytes32",
          "name": "role",
          "type": "bytes32"
        }
      ],
      "name": "getRoleAdmin",
      "outputs": [
        {
          "internalType": "bytes32",
          "name": "",
          "type": "bytes32"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "bytes32",
          "name": "role",
          "type": "bytes32"
        },
        {
          "internalType": "address",
          "name": "account",
          "type": "address"
        }
      ],
      "name": "grantRole",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "bytes32",
          "name": "role",
          "type": "bytes32"
        },
        {
          "internalType": "address",
          "name": "account",
          "type": "address"
        }
      ],
      "name": "hasRole",
      "outputs": [
        {
          "internalType": "bool",
          "name": "",
          "type": "bool"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "owner",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "operator",
          "type": "address"
        }
      ],
      "name": "isApprovedForAll",
      "outputs": [
        {
          "internalType": "bool",
          "name": "",
          "type": "bool"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "songId",
          "type": "uint256"
        },
        {
          "internalType": "string",
          "name": "fixedURI",
          "type": "string"
        }
      ],
      "name": "mint",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "name",
      "outputs": [
        {
          "internalType": "string",
          "name": "",
          "type": "string"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        }
      ],
      "name": "ownerOf",
      "outputs": [
        {
          "internalType": "address",
          "name": "",
          "type": "address"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "songId",
          "type": "uint256"
        }
      ],
      "name": "refreshMetadata",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "bytes32",
          "name": "role",
          "type": "bytes32"
        },
        {
          "internalType": "address",
          "name": "callerConfirmation",
          "type": "address"
        }
      ],
      "name": "renounceRole",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "bytes32",
          "name": "role",
          "type": "bytes32"
        },
        {
          "internalType": "address",
          "name": "account",
          "type": "address"
        }
      ],
      "name": "revokeRole",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "from",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        }
      ],
      "name": "safeTransferFrom",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "from",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        },
        {
          "internalType": "bytes",
          "name": "data",
          "type": "bytes"
        }
      ],
      "name": "safeTransferFrom",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "operator",
          "type": "address"
        },
        {
          "internalType": "bool",
          "name": "approved",
          "type": "bool"
        }
      ],
      "name": "setApprovalForAll",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "string",
          "name": "baseURI",
          "type": "string"
        }
      ],
      "name": "setBaseURI",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "string",
          "name": "uri",
          "type": "string"
        }
      ],
      "name": "setContractURI",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "bytes4",
          "name": "interfaceId",
          "type": "bytes4"
        }
      ],
      "name": "supportsInterface",
      "outputs": [
        {
          "internalType": "bool",
          "name": "",
          "type": "bool"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [],
      "name": "symbol",
      "outputs": [
        {
          "internalType": "string",
          "name": "",
          "type": "string"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "songId",
          "type": "uint256"
        }
      ],
      "name": "tokenURI",
      "outputs": [
        {
          "internalType": "string",
          "name": "",
          "type": "string"
        }
      ],
      "stateMutability": "view",
      "type": "function"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "from",
          "type": "address"
        },
        {
          "internalType": "address",
          "name": "to",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        }
      ],
      "name": "transferFrom",
      "outputs": [],
      "stateMutability": "nonpayable",
      "type": "function"
    }
  ],
  bytecode:
    "0x608060405234801561000f575f5ffd5b5060405161204838038061204883398101604081905261002e9161024a565b6040518060400160405280600881526020016757726170736f647960c01b815250604051806040016040528060048152602001630575241560e41b815250815f908161007a919061035f565b506001610087828261035f565b50600791506100989050838261035f565b5060086100a5828261035f565b506100b05f856100e5565b506100db7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6846100e5565b505050505061041d565b5f8281526006602090815260408083206001600160a01b038516845290915281205460ff16610189575f8381526006602090815260408083206001600160a01b03861684529091529020805460ff191660011790556101413390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161018c565b505f5b92915050565b80516001600160a01b03811681146101a8575f5ffd5b919050565b634e487b7160e01b5f52604160045260245ffd5b5f82601f8301126101d0575f5ffd5b81516001600160401b038111156101e9576101e96101ad565b604051601f8201601f19908116603f011681016001600160401b0381118282101715610217576102176101ad565b60405281815283820160200185101561022e575f5ffd5b8160208501602083015e5f918101602001919091529392505050565b5f5f5f5f6080858703121561025d575f5ffd5b61026685610192565b935061027460208601610192565b60408601519093506001600160401b0381111561028f575f5ffd5b61029b878288016101c1565b606087015190935090506001600160401b038111156102b8575f5ffd5b6102c4878288016101c1565b91505092959194509250565b600181811c908216806102e457607f821691505b60208210810361030257634e487b7160e01b5f52602260045260245ffd5b50919050565b601f82111561035a578282111561035a57805f5260205f20601f840160051c602085101561033357505f5b90810190601f840160051c035f5b81811015610356575f83820155600101610341565b5050505b505050565b81516001600160401b03811115610378576103786101ad565b61038c8161038684546102d0565b84610308565b6020601f8211600181146103be575f83156103a75750848201515b5f19600385901b1c1916600184901b178455610416565b5f84815260208120601f198516915b828110156103ed57878501518255602094850194600190920191016103cd565b508482101561040a57868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b611c1e8061042a5f395ff3fe608060405234801561000f575f5ffd5b50600436106101a5575f3560e01c806391d14854116100e8578063c87b56dd11610093578063d547741f1161006e578063d547741f146103d2578063d95ba42f146103e5578063e8a3d485146103f8578063e985e9c514610400575f5ffd5b8063c87b56dd14610385578063d3fc986414610398578063d5391393146103ab575f5ffd5b8063a217fddf116100c3578063a217fddf14610358578063a22cb4651461035f578063b88d4fde14610372575f5ffd5b806391d1485414610305578063938e3d7b1461033d57806395d89b4114610350575f5ffd5b80632f2ff15d116101535780634f558e791161012e5780634f558e79146102a257806355f804b3146102cc5780636352211e146102df57806370a08231146102f2575f5ffd5b80632f2ff15d1461026957806336568abe1461027c57806342842e0e1461028f575f5ffd5b8063095ea7b311610183578063095ea7b31461021157806323b872dd14610226578063248a9ca314610239575f5ffd5b806301ffc9a7146101a957806306fdde03146101d1578063081812fc146101e6575b5f5ffd5b6101bc6101b736600461164f565b61043b565b60405190151581526020015b60405180910390f35b6101d96104a5565b6040516101c891906116b6565b6101f96101f43660046116c8565b610534565b6040516001600160a01b0390911681526020016101c8565b61022461021f3660046116fa565b61055b565b005b610224610234366004611722565b61056a565b61025b6102473660046116c8565b5f9081526006602052604090206001015490565b6040519081526020016101c8565b61022461027736600461175c565b61062a565b61022461028a36600461175c565b61064e565b61022461029d366004611722565b61069f565b6101bc6102b03660046116c8565b5f908152600260205260409020546001600160a01b0316151590565b6102246102da3660046117cb565b6106b9565b6101f96102ed3660046116c8565b61070f565b61025b61030036600461180a565b610719565b6101bc61031336600461175c565b5f9182526006602090815260408084206001600160a01b0393909316845291905290205460ff1690565b61022461034b3660046117cb565b610777565b6101d96107bc565b61025b5f81565b61022461036d366004611823565b6107cb565b610224610380366004611889565b6107d6565b6101d96103933660046116c8565b6107ee565b6102246103a63660046119a3565b6108af565b61025b7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a681565b6102246103e036600461175c565b61090a565b6102246103f33660046116c8565b61092e565b6101d96109ce565b6101bc61040e3660046119f9565b6001600160a01b039182165f90815260056020908152604080832093909416825291909152205460ff1690565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f490649060000000000000000000000000000000000000000000000000000000014806104905750610490826109dd565b8061049f575061049f82610abf565b92915050565b60605f80546104b390611a21565b80601f01602080910402602001604051908101604052809291908181526020018280546104df90611a21565b801561052a5780601f106105015761010080835404028352916020019161052a565b820191905f5260205f20905b81548152906001019060200180831161050d57829003601f168201915b5050505050905090565b5f61053e82610b14565b505f828152600460205260409020546001600160a01b031661049f565b610566828233610b65565b5050565b6001600160a01b0382166105b1576040517f64a0ae920000000000000000000000000000000000000000000000000000000081525f60048201526024015b60405180910390fd5b5f6105bd838333610b72565b9050836001600160a01b0316816001600160a01b031614610624576040517f64283d7b0000000000000000000000000000000000000000000000000000000081526001600160a01b03808616600483015260248201849052821660448201526064016105a8565b50505050565b5f8281526006602052604090206001015461064481610c7c565b6106248383610c89565b6001600160a01b0381163314610690576040517f6697b23200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b61069a8282610d52565b505050565b61069a83838360405180602001604052805f8152506107d6565b5f6106c381610c7c565b60076106d0838583611ac0565b50604080515f81525f1960208201527f6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c910160405180910390a1505050565b5f61049f82610b14565b5f6001600160a01b03821661075c576040517f89c62b640000000000000000000000000000000000000000000000000000000081525f60048201526024016105a8565b506001600160a01b03165f9081526003602052604090205490565b5f61078181610c7c565b600861078e838583611ac0565b506040517fa5d4097edda6d87cb9329af83fb3712ef77eeb13738ffe43cc35a4ce305ad962905f90a1505050565b6060600180546104b390611a21565b610566338383610df5565b6107e184848461056a565b6106243385858585610f0c565b60606107f982610b14565b505f828152600960205260408120805461081290611a21565b80601f016020809104026020016040519081016040528092919081815260200182805461083e90611a21565b80156108895780601f1061086057610100808354040283529160200191610889565b820191905f5260205f20905b81548152906001019060200180831161086c57829003601f168201915b505050505090505f8151116108a6576108a1836110c5565b6108a8565b805b9392505050565b7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a66108d981610c7c565b6108e38585611129565b8115610903575f848152600960205260409020610901838583611ac0565b505b5050505050565b5f8281526006602052604090206001015461092481610c7c565b6106248383610d52565b5f61093881610c7c565b61094182610b14565b505f828152600960205260408120805461095a90611a21565b90501115610997576040517f37f97817000000000000000000000000000000000000000000000000000000008152600481018390526024016105a8565b6040518281527ff8e1a15aba9398e019f0b49df1a4fde98ee17ae345cb5f6b5e2c27f5033e8ce79060200160405180910390a15050565b6060600880546104b390611a21565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f80ac58cd000000000000000000000000000000000000000000000000000000001480610a6f57507fffffffff0000000000000000000000000000000000000000000000000000000082167f5b5e139f00000000000000000000000000000000000000000000000000000000145b8061049f57507f01ffc9a7000000000000000000000000000000000000000000000000000000007fffffffff0000000000000000000000000000000000000000000000000000000083161461049f565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f7965db0b00000000000000000000000000000000000000000000000000000000148061049f575061049f826109dd565b5f818152600260205260408120546001600160a01b0316806108a6576040517f7e273289000000000000000000000000000000000000000000000000000000008152600481018490526024016105a8565b61069a83838360016111bc565b5f828152600260205260408120546001600160a01b0390811690831615610b9e57610b9e81848661130f565b6001600160a01b03811615610bd857610bb95f855f5f6111bc565b6001600160a01b0381165f90815260036020526040902080545f190190555b6001600160a01b03851615610c06576001600160a01b0385165f908152600360205260409020805460010190555b5f8481526002602052604080822080547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0389811691821790925591518793918516917fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef91a4949350505050565b610c8681336113a5565b50565b5f8281526006602090815260408083206001600160a01b038516845290915281205460ff16610d4b575f8381526006602090815260408083206001600160a01b0386168452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00166001179055610d033390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a450600161049f565b505f61049f565b5f8281526006602090815260408083206001600160a01b038516845290915281205460ff1615610d4b575f8381526006602090815260408083206001600160a01b038616808552925280832080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a450600161049f565b6001600160a01b038316610e37576040517fa9fbf51f0000000000000000000000000000000000000000000000000000000081525f60048201526024016105a8565b6001600160a01b038216610e82576040517f5b08ba180000000000000000000000000000000000000000000000000000000081526001600160a01b03831660048201526024016105a8565b6001600160a01b038381165f8181526005602090815260408083209487168084529482529182902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001686151590811790915591519182527f17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31910160405180910390a3505050565b6001600160a01b0383163b15610903576040517f150b7a020000000000000000000000000000000000000000000000000000000081526001600160a01b0384169063150b7a0290610f67908890889087908790600401611b98565b6020604051808303815f875af1925050508015610fbf575060408051601f3d9081017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0168201909252610fbc91810190611bd8565b60015b61103f573d808015610fec576040519150601f19603f3d011682016040523d82523d5f602084013e610ff1565b606091505b5080515f03611037576040517f64a0ae920000000000000000000000000000000000000000000000000000000081526001600160a01b03851660048201526024016105a8565b805160208201fd5b7fffffffff0000000000000000000000000000000000000000000000000000000081167f150b7a020000000000000000000000000000000000000000000000000000000014610901576040517f64a0ae920000000000000000000000000000000000000000000000000000000081526001600160a01b03851660048201526024016105a8565b60606110d082610b14565b505f6110da611412565b90505f8151116110f85760405180602001604052805f8152506108a8565b8061110284611421565b604051602001611113929190611c0a565b6040516020818303038152906040529392505050565b6001600160a01b03821661116b576040517f64a0ae920000000000000000000000000000000000000000000000000000000081525f60048201526024016105a8565b5f61117783835f610b72565b90506001600160a01b0381161561069a576040517f73c6ac6e0000000000000000000000000000000000000000000000000000000081525f60048201526024016105a8565b80806111d057506001600160a01b03821615155b156112c8575f6111df84610b14565b90506001600160a01b0383161580159061120b5750826001600160a01b0316816001600160a01b031614155b801561123c57506001600160a01b038082165f9081526005602090815260408083209387168352929052205460ff16155b1561127e576040517fa9fbf51f0000000000000000000000000000000000000000000000000000000081526001600160a01b03841660048201526024016105a8565b81156112c65783856001600160a01b0316826001600160a01b03167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560405160405180910390a45b505b50505f90815260046020526040902080547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0392909216919091179055565b61131a8383836114be565b61069a576001600160a01b038316611361576040517f7e273289000000000000000000000000000000000000000000000000000000008152600481018290526024016105a8565b6040517f177e802f0000000000000000000000000000000000000000000000000000000081526001600160a01b0383166004820152602481018290526044016105a8565b5f8281526006602090815260408083206001600160a01b038516845290915290205460ff16610566576040517fe2517d3f0000000000000000000000000000000000000000000000000000000081526001600160a01b0382166004820152602481018390526044016105a8565b6060600780546104b390611a21565b60605f61142d83611541565b60010190505f8167ffffffffffffffff81111561144c5761144c61185c565b6040519080825280601f01601f191660200182016040528015611476576020820181803683370190505b5090508181016020015b5f19017f3031323334353637383961626364656600000000000000000000000000000000600a86061a8153600a850494508461148057509392505050565b5f6001600160a01b038316158015906115395750826001600160a01b0316846001600160a01b0316148061151657506001600160a01b038085165f9081526005602090815260408083209387168352929052205460ff165b8061153957505f828152600460205260409020546001600160a01b038481169116145b949350505050565b5f807a184f03e93ff9f4daa797ed6e38ed64bf6a1f0100000000000000008310611589577a184f03e93ff9f4daa797ed6e38ed64bf6a1f010000000000000000830492506040015b6d04ee2d6d415b85acef810000000083106115b5576d04ee2d6d415b85acef8100000000830492506020015b662386f26fc1000083106115d357662386f26fc10000830492506010015b6305f5e10083106115eb576305f5e100830492506008015b61271083106115ff57612710830492506004015b60648310611611576064830492506002015b600a83106108a65760010192915050565b7fffffffff0000000000000000000000000000000000000000000000000000000081168114610c86575f5ffd5b5f6020828403121561165f575f5ffd5b81356108a881611622565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6108a8602083018461166a565b5f602082840312156116d8575f5ffd5b5035919050565b80356001600160a01b03811681146116f5575f5ffd5b919050565b5f5f6040838503121561170b575f5ffd5b611714836116df565b946020939093013593505050565b5f5f5f60608486031215611734575f5ffd5b61173d846116df565b925061174b602085016116df565b929592945050506040919091013590565b5f5f6040838503121561176d575f5ffd5b8235915061177d602084016116df565b90509250929050565b5f5f83601f840112611796575f5ffd5b50813567ffffffffffffffff8111156117ad575f5ffd5b6020830191508360208285010111156117c4575f5ffd5b9250929050565b5f5f602083850312156117dc575f5ffd5b823567ffffffffffffffff8111156117f2575f5ffd5b6117fe85828601611786565b90969095509350505050565b5f6020828403121561181a575f5ffd5b6108a8826116df565b5f5f60408385031215611834575f5ffd5b61183d836116df565b915060208301358015158114611851575f5ffd5b809150509250929050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b5f5f5f5f6080858703121561189c575f5ffd5b6118a5856116df565b93506118b3602086016116df565b925060408501359150606085013567ffffffffffffffff8111156118d5575f5ffd5b8501601f810187136118e5575f5ffd5b803567ffffffffffffffff8111156118ff576118ff61185c565b6040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0603f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f8501160116810181811067ffffffffffffffff8211171561196b5761196b61185c565b604052818152828201602001891015611982575f5ffd5b816020840160208301375f6020838301015280935050505092959194509250565b5f5f5f5f606085870312156119b6575f5ffd5b6119bf856116df565b935060208501359250604085013567ffffffffffffffff8111156119e1575f5ffd5b6119ed87828801611786565b95989497509550505050565b5f5f60408385031215611a0a575f5ffd5b611a13836116df565b915061177d602084016116df565b600181811c90821680611a3557607f821691505b602082108103611a6c577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b601f82111561069a578282111561069a57805f5260205f20601f840160051c6020851015611a9d57505f5b90810190601f840160051c035f5b81811015610901575f83820155600101611aab565b67ffffffffffffffff831115611ad857611ad861185c565b611aec83611ae68354611a21565b83611a72565b5f601f841160018114611b1d575f8515611b065750838201355b5f19600387901b1c1916600186901b178355610903565b5f838152602081207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08716915b82811015611b6a5786850135825560209485019460019092019101611b4a565b5086821015611b86575f1960f88860031b161c19848701351681555b505060018560011b0183555050505050565b6001600160a01b03851681526001600160a01b0384166020820152826040820152608060608201525f611bce608083018461166a565b9695505050505050565b5f60208284031215611be8575f5ffd5b81516108a881611622565b5f81518060208401855e5f93019283525090919050565b5f611539611c188386611bf3565b84611bf356",
} as const;
