// Made by `npm run contracts` from contracts/src/CampaignCollection.sol with solc 0.8.37; not to be edited.
export const campaignCollection = {
  abi: [
    {
      "inputs": [],
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
          "internalType": "uint256",
          "name": "numerator",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "denominator",
          "type": "uint256"
        }
      ],
      "name": "ERC2981InvalidDefaultRoyalty",
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
      "name": "ERC2981InvalidDefaultRoyaltyReceiver",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "numerator",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "denominator",
          "type": "uint256"
        }
      ],
      "name": "ERC2981InvalidTokenRoyalty",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        },
        {
          "internalType": "address",
          "name": "receiver",
          "type": "address"
        }
      ],
      "name": "ERC2981InvalidTokenRoyaltyReceiver",
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
      "inputs": [],
      "name": "InvalidInitialization",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "address",
          "name": "receiver",
          "type": "address"
        },
        {
          "internalType": "uint96",
          "name": "basisPoints",
          "type": "uint96"
        }
      ],
      "name": "InvalidRoyalty",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "receivers",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "ids",
          "type": "uint256"
        }
      ],
      "name": "LengthsDiffer",
      "type": "error"
    },
    {
      "inputs": [],
      "name": "NotInitializing",
      "type": "error"
    },
    {
      "inputs": [
        {
          "internalType": "uint256",
          "name": "maxSupply",
          "type": "uint256"
        }
      ],
      "name": "SoldOut",
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
          "internalType": "uint64",
          "name": "version",
          "type": "uint64"
        }
      ],
      "name": "Initialized",
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
          "internalType": "uint256[]",
          "name": "ids",
          "type": "uint256[]"
        }
      ],
      "name": "exists",
      "outputs": [
        {
          "internalType": "bool[]",
          "name": "found",
          "type": "bool[]"
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
          "components": [
            {
              "internalType": "string",
              "name": "name",
              "type": "string"
            },
            {
              "internalType": "string",
              "name": "symbol",
              "type": "string"
            },
            {
              "internalType": "string",
              "name": "baseURI",
              "type": "string"
            },
            {
              "internalType": "string",
              "name": "contractURI",
              "type": "string"
            },
            {
              "internalType": "uint256",
              "name": "maxSupply",
              "type": "uint256"
            },
            {
              "internalType": "address",
              "name": "royaltyReceiver",
              "type": "address"
            },
            {
              "internalType": "uint96",
              "name": "royaltyBasisPoints",
              "type": "uint96"
            },
            {
              "internalType": "address",
              "name": "admin",
              "type": "address"
            },
            {
              "internalType": "address",
              "name": "minter",
              "type": "address"
            }
          ],
          "internalType": "struct ICampaignCollection.Init",
          "name": "init",
          "type": "tuple"
        }
      ],
      "name": "initialize",
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
      "inputs": [],
      "name": "maxSupply",
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
      "inputs": [
        {
          "internalType": "address[]",
          "name": "to",
          "type": "address[]"
        },
        {
          "internalType": "uint256[]",
          "name": "ids",
          "type": "uint256[]"
        }
      ],
      "name": "mintBatch",
      "outputs": [
        {
          "internalType": "uint256",
          "name": "minted",
          "type": "uint256"
        }
      ],
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
          "name": "fromTokenId",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "toTokenId",
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
          "internalType": "uint256",
          "name": "tokenId",
          "type": "uint256"
        },
        {
          "internalType": "uint256",
          "name": "salePrice",
          "type": "uint256"
        }
      ],
      "name": "royaltyInfo",
      "outputs": [
        {
          "internalType": "address",
          "name": "receiver",
          "type": "address"
        },
        {
          "internalType": "uint256",
          "name": "amount",
          "type": "uint256"
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
          "name": "tokenId",
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
      "inputs": [],
      "name": "totalSupply",
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
    "0x608060405234801561000f575f5ffd5b5060408051602080820183525f8083528351918201909352828152909161003683826101a9565b50600161004382826101a9565b5061004f915050610054565b610267565b7ff0c57e16840df040f15088dc2f81fe391c3923bec73e23a9662efc9c229c6a00805468010000000000000000900460ff16156100a45760405163f92ee8a960e01b815260040160405180910390fd5b80546001600160401b03908116146101035780546001600160401b0319166001600160401b0390811782556040519081527fc7f505b2f371ae2175ee4913f4499e1f2633a7b5936321eed1cdaeb6115181d29060200160405180910390a15b50565b634e487b7160e01b5f52604160045260245ffd5b600181811c9082168061012e57607f821691505b60208210810361014c57634e487b7160e01b5f52602260045260245ffd5b50919050565b601f8211156101a457828211156101a457805f5260205f20601f840160051c602085101561017d57505f5b90810190601f840160051c035f5b818110156101a0575f8382015560010161018b565b5050505b505050565b81516001600160401b038111156101c2576101c2610106565b6101d6816101d0845461011a565b84610152565b6020601f821160018114610208575f83156101f15750848201515b5f19600385901b1c1916600184901b178455610260565b5f84815260208120601f198516915b828110156102375787850151825560209485019460019092019101610217565b508482101561025457868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b61271c806102745f395ff3fe608060405234801561000f575f5ffd5b50600436106101d1575f3560e01c80637c88e3d9116100fe578063aea854801161009e578063d547741f1161006e578063d547741f14610476578063d5abeb0114610489578063e8a3d485146104a3578063e985e9c5146104ab575f5ffd5b8063aea8548014610416578063b88d4fde14610429578063c87b56dd1461043c578063d53913931461044f575f5ffd5b806395d89b41116100d957806395d89b41146103d45780639ebeb0f8146103dc578063a217fddf146103fc578063a22cb46514610403575f5ffd5b80637c88e3d91461037657806391d1485414610389578063938e3d7b146103c1575f5ffd5b80632a55205a1161017457806355f804b31161014457806355f804b31461032a5780636352211e1461033d57806369bfdcdf1461035057806370a0823114610363575f5ffd5b80632a55205a146102bf5780632f2ff15d146102f157806336568abe1461030457806342842e0e14610317575f5ffd5b8063095ea7b3116101af578063095ea7b31461023d57806318160ddd1461025257806323b872dd1461028a578063248a9ca31461029d575f5ffd5b806301ffc9a7146101d557806306fdde03146101fd578063081812fc14610212575b5f5ffd5b6101e86101e3366004611ef3565b6104e6565b60405190151581526020015b60405180910390f35b61020561055f565b6040516101f49190611f5a565b610225610220366004611f6c565b6105ef565b6040516001600160a01b0390911681526020016101f4565b61025061024b366004611f9e565b610616565b005b600d5470010000000000000000000000000000000090046fffffffffffffffffffffffffffffffff165b6040519081526020016101f4565b610250610298366004611fc6565b610625565b61027c6102ab366004611f6c565b5f9081526008602052604090206001015490565b6102d26102cd366004612000565b6106e5565b604080516001600160a01b0390931683526020830191909152016101f4565b6102506102ff366004612020565b610791565b610250610312366004612020565b6107b5565b610250610325366004611fc6565b610806565b61025061033836600461204a565b610820565b61022561034b366004611f6c565b610877565b61025061035e366004612000565b610881565b61027c6103713660046120b8565b6108c1565b61027c610384366004612112565b61091f565b6101e8610397366004612020565b5f9182526008602090815260408084206001600160a01b0393909316845291905290205460ff1690565b6102506103cf36600461204a565b610b33565b610205610b78565b6103ef6103ea36600461217e565b610b87565b6040516101f491906121bd565b61027c5f81565b610250610411366004612201565b610c2a565b61025061042436600461223a565b610c35565b61025061043736600461229f565b610fe0565b61020561044a366004611f6c565b610ff8565b61027c7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a681565b610250610484366004612020565b61105d565b600d546fffffffffffffffffffffffffffffffff1661027c565b610205611081565b6101e86104b93660046123b9565b6001600160a01b039182165f90815260056020908152604080832093909416825291909152205460ff1690565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f4906490600000000000000000000000000000000000000000000000000000000148061053b575061053b82611090565b8061054a575061054a82611172565b806105595750610559826111c7565b92915050565b60606009805461056e906123e1565b80601f016020809104026020016040519081016040528092919081815260200182805461059a906123e1565b80156105e55780601f106105bc576101008083540402835291602001916105e5565b820191905f5260205f20905b8154815290600101906020018083116105c857829003601f168201915b5050505050905090565b5f6105f98261121c565b505f828152600460205260409020546001600160a01b0316610559565b61062182823361126d565b5050565b6001600160a01b03821661066c576040517f64a0ae920000000000000000000000000000000000000000000000000000000081525f60048201526024015b60405180910390fd5b5f61067883833361127a565b9050836001600160a01b0316816001600160a01b0316146106df576040517f64283d7b0000000000000000000000000000000000000000000000000000000081526001600160a01b0380861660048301526024820184905282166044820152606401610663565b50505050565b5f82815260076020526040812080548291906001600160a01b038116907401000000000000000000000000000000000000000090046bffffffffffffffffffffffff16816107645750506006546001600160a01b038116907401000000000000000000000000000000000000000090046bffffffffffffffffffffffff165b5f610780876bffffffffffffffffffffffff8416612710611384565b9295509193505050505b9250929050565b5f828152600860205260409020600101546107ab81611434565b6106df8383611441565b6001600160a01b03811633146107f7576040517f6697b23200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610801828261150a565b505050565b61080183838360405180602001604052805f815250610fe0565b5f61082a81611434565b600b610837838583612480565b50604080515f81525f1960208201527f6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c91015b60405180910390a1505050565b5f6105598261121c565b5f61088b81611434565b60408051848152602081018490527f6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c910161086a565b5f6001600160a01b038216610904576040517f89c62b640000000000000000000000000000000000000000000000000000000081525f6004820152602401610663565b506001600160a01b03165f9081526003602052604090205490565b5f7f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a661094a81611434565b84831461098d576040517f658b7abb0000000000000000000000000000000000000000000000000000000081526004810186905260248101849052604401610663565b5f5b83811015610a38575f6109ce8686848181106109ad576109ad612558565b905060200201355f908152600260205260409020546001600160a01b031690565b6001600160a01b031603610a3057610a248787838181106109f1576109f1612558565b9050602002016020810190610a0691906120b8565b868684818110610a1857610a18612558565b905060200201356115ad565b610a2d836125b2565b92505b60010161098f565b50600d545f90610a6f90849070010000000000000000000000000000000090046fffffffffffffffffffffffffffffffff166125ca565b600d549091506fffffffffffffffffffffffffffffffff1615801590610aa85750600d546fffffffffffffffffffffffffffffffff1681115b15610af757600d546040517f7e1f5a770000000000000000000000000000000000000000000000000000000081526fffffffffffffffffffffffffffffffff9091166004820152602401610663565b600d80546fffffffffffffffffffffffffffffffff92831670010000000000000000000000000000000002921691909117905550949350505050565b5f610b3d81611434565b600c610b4a838583612480565b506040517fa5d4097edda6d87cb9329af83fb3712ef77eeb13738ffe43cc35a4ce305ad962905f90a1505050565b6060600a805461056e906123e1565b60608167ffffffffffffffff811115610ba257610ba2612272565b604051908082528060200260200182016040528015610bcb578160200160208202803683370190505b5090505f5b82811015610c23575f610bee8585848181106109ad576109ad612558565b6001600160a01b03161415828281518110610c0b57610c0b612558565b91151560209283029190910190910152600101610bd0565b5092915050565b610621338383611640565b5f610c3e611757565b805490915060ff68010000000000000000820416159067ffffffffffffffff165f81158015610c6a5750825b90505f8267ffffffffffffffff166001148015610c865750303b155b905081158015610c94575080155b15610ccb576040517ff92ee8a900000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b84547fffffffffffffffffffffffffffffffffffffffffffffffff00000000000000001660011785558315610d2c5784547fffffffffffffffffffffffffffffffffffffffffffffff00ffffffffffffffff16680100000000000000001785555b5f80610d3e60e0890160c08a016125dd565b6bffffffffffffffffffffffff16119050612710610d6260e0890160c08a016125dd565b6bffffffffffffffffffffffff161180610d9b5750808015610d9b57505f610d9060c0890160a08a016120b8565b6001600160a01b0316145b15610e1157610db060c0880160a089016120b8565b610dc060e0890160c08a016125dd565b6040517f427c3b510000000000000000000000000000000000000000000000000000000081526001600160a01b0390921660048301526bffffffffffffffffffffffff166024820152604401610663565b610e1b8780612608565b600991610e29919083612480565b50610e376020880188612608565b600a91610e45919083612480565b50610e536040880188612608565b600b91610e61919083612480565b50610e6f6060880188612608565b600c91610e7d919083612480565b506fffffffffffffffffffffffffffffffff608088013511610ea3578660800135610eb5565b6fffffffffffffffffffffffffffffffff5b600d80547fffffffffffffffffffffffffffffffff00000000000000000000000000000000166fffffffffffffffffffffffffffffffff929092169190911790558015610f2457610f24610f0f60c0890160a08a016120b8565b610f1f60e08a0160c08b016125dd565b61177f565b610f3e5f610f396101008a0160e08b016120b8565b611441565b50610f757f9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6610f396101208a016101008b016120b8565b50508315610fd85784547fffffffffffffffffffffffffffffffffffffffffffffff00ffffffffffffffff168555604051600181527fc7f505b2f371ae2175ee4913f4499e1f2633a7b5936321eed1cdaeb6115181d29060200160405180910390a15b505050505050565b610feb848484610625565b6106df3385858585611873565b60606110038261121c565b505f61100d611a33565b90505f81511161102b5760405180602001604052805f815250611056565b8061103584611a42565b604051602001611046929190612680565b6040516020818303038152906040525b9392505050565b5f8281526008602052604090206001015461107781611434565b6106df838361150a565b6060600c805461056e906123e1565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f80ac58cd00000000000000000000000000000000000000000000000000000000148061112257507fffffffff0000000000000000000000000000000000000000000000000000000082167f5b5e139f00000000000000000000000000000000000000000000000000000000145b8061055957507f01ffc9a7000000000000000000000000000000000000000000000000000000007fffffffff00000000000000000000000000000000000000000000000000000000831614610559565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f2a55205a000000000000000000000000000000000000000000000000000000001480610559575061055982611090565b5f7fffffffff0000000000000000000000000000000000000000000000000000000082167f7965db0b000000000000000000000000000000000000000000000000000000001480610559575061055982611172565b5f818152600260205260408120546001600160a01b031680610559576040517f7e27328900000000000000000000000000000000000000000000000000000000815260048101849052602401610663565b6108018383836001611adf565b5f828152600260205260408120546001600160a01b03908116908316156112a6576112a6818486611c32565b6001600160a01b038116156112e0576112c15f855f5f611adf565b6001600160a01b0381165f90815260036020526040902080545f190190555b6001600160a01b0385161561130e576001600160a01b0385165f908152600360205260409020805460010190555b5f8481526002602052604080822080547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0389811691821790925591518793918516917fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef91a4949350505050565b5f5f5f6113918686611cc8565b91509150815f036113b5578381816113ab576113ab612694565b0492505050611056565b8184116113cc576113cc6003851502601118611ce4565b5f848688095f868103871696879004966002600389028118808a02820302808a02820302808a02820302808a02820302808a02820302808a02909103029181900381900460010185841190960395909502919093039390930492909217029150509392505050565b61143e8133611cf5565b50565b5f8281526008602090815260408083206001600160a01b038516845290915281205460ff16611503575f8381526008602090815260408083206001600160a01b0386168452909152902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790556114bb3390565b6001600160a01b0316826001600160a01b0316847f2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d60405160405180910390a4506001610559565b505f610559565b5f8281526008602090815260408083206001600160a01b038516845290915281205460ff1615611503575f8381526008602090815260408083206001600160a01b038616808552925280832080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0016905551339286917ff6391f5c32d9c69d2a47ea670b442974b53935d1edc7fd64eb21e047a839171b9190a4506001610559565b6001600160a01b0382166115ef576040517f64a0ae920000000000000000000000000000000000000000000000000000000081525f6004820152602401610663565b5f6115fb83835f61127a565b90506001600160a01b03811615610801576040517f73c6ac6e0000000000000000000000000000000000000000000000000000000081525f6004820152602401610663565b6001600160a01b038316611682576040517fa9fbf51f0000000000000000000000000000000000000000000000000000000081525f6004820152602401610663565b6001600160a01b0382166116cd576040517f5b08ba180000000000000000000000000000000000000000000000000000000081526001600160a01b0383166004820152602401610663565b6001600160a01b038381165f8181526005602090815260408083209487168084529482529182902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001686151590811790915591519182527f17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31910160405180910390a3505050565b5f807ff0c57e16840df040f15088dc2f81fe391c3923bec73e23a9662efc9c229c6a00610559565b6127106bffffffffffffffffffffffff82168110156117e1576040517f6f483d090000000000000000000000000000000000000000000000000000000081526bffffffffffffffffffffffff8316600482015260248101829052604401610663565b6001600160a01b038316611823576040517fb6d9900a0000000000000000000000000000000000000000000000000000000081525f6004820152602401610663565b50604080518082019091526001600160a01b039092168083526bffffffffffffffffffffffff90911660209092018290527401000000000000000000000000000000000000000090910217600655565b6001600160a01b0383163b15611a2c576040517f150b7a020000000000000000000000000000000000000000000000000000000081526001600160a01b0384169063150b7a02906118ce9088908890879087906004016126c1565b6020604051808303815f875af1925050508015611926575060408051601f3d9081017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe016820190925261192391810190612701565b60015b6119a6573d808015611953576040519150601f19603f3d011682016040523d82523d5f602084013e611958565b606091505b5080515f0361199e576040517f64a0ae920000000000000000000000000000000000000000000000000000000081526001600160a01b0385166004820152602401610663565b805160208201fd5b7fffffffff0000000000000000000000000000000000000000000000000000000081167f150b7a020000000000000000000000000000000000000000000000000000000014610fd8576040517f64a0ae920000000000000000000000000000000000000000000000000000000081526001600160a01b0385166004820152602401610663565b5050505050565b6060600b805461056e906123e1565b60605f611a4e83611d62565b60010190505f8167ffffffffffffffff811115611a6d57611a6d612272565b6040519080825280601f01601f191660200182016040528015611a97576020820181803683370190505b5090508181016020015b5f19017f3031323334353637383961626364656600000000000000000000000000000000600a86061a8153600a8504945084611aa157509392505050565b8080611af357506001600160a01b03821615155b15611beb575f611b028461121c565b90506001600160a01b03831615801590611b2e5750826001600160a01b0316816001600160a01b031614155b8015611b5f57506001600160a01b038082165f9081526005602090815260408083209387168352929052205460ff16155b15611ba1576040517fa9fbf51f0000000000000000000000000000000000000000000000000000000081526001600160a01b0384166004820152602401610663565b8115611be95783856001600160a01b0316826001600160a01b03167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560405160405180910390a45b505b50505f90815260046020526040902080547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0392909216919091179055565b611c3d838383611e43565b610801576001600160a01b038316611c84576040517f7e27328900000000000000000000000000000000000000000000000000000000815260048101829052602401610663565b6040517f177e802f0000000000000000000000000000000000000000000000000000000081526001600160a01b038316600482015260248101829052604401610663565b5f805f1983850993909202808410938190039390930393915050565b634e487b715f52806020526024601cfd5b5f8281526008602090815260408083206001600160a01b038516845290915290205460ff16610621576040517fe2517d3f0000000000000000000000000000000000000000000000000000000081526001600160a01b038216600482015260248101839052604401610663565b5f807a184f03e93ff9f4daa797ed6e38ed64bf6a1f0100000000000000008310611daa577a184f03e93ff9f4daa797ed6e38ed64bf6a1f010000000000000000830492506040015b6d04ee2d6d415b85acef81000000008310611dd6576d04ee2d6d415b85acef8100000000830492506020015b662386f26fc100008310611df457662386f26fc10000830492506010015b6305f5e1008310611e0c576305f5e100830492506008015b6127108310611e2057612710830492506004015b60648310611e32576064830492506002015b600a83106105595760010192915050565b5f6001600160a01b03831615801590611ebe5750826001600160a01b0316846001600160a01b03161480611e9b57506001600160a01b038085165f9081526005602090815260408083209387168352929052205460ff165b80611ebe57505f828152600460205260409020546001600160a01b038481169116145b949350505050565b7fffffffff000000000000000000000000000000000000000000000000000000008116811461143e575f5ffd5b5f60208284031215611f03575f5ffd5b813561105681611ec6565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6110566020830184611f0e565b5f60208284031215611f7c575f5ffd5b5035919050565b80356001600160a01b0381168114611f99575f5ffd5b919050565b5f5f60408385031215611faf575f5ffd5b611fb883611f83565b946020939093013593505050565b5f5f5f60608486031215611fd8575f5ffd5b611fe184611f83565b9250611fef60208501611f83565b929592945050506040919091013590565b5f5f60408385031215612011575f5ffd5b50508035926020909101359150565b5f5f60408385031215612031575f5ffd5b8235915061204160208401611f83565b90509250929050565b5f5f6020838503121561205b575f5ffd5b823567ffffffffffffffff811115612071575f5ffd5b8301601f81018513612081575f5ffd5b803567ffffffffffffffff811115612097575f5ffd5b8560208284010111156120a8575f5ffd5b6020919091019590945092505050565b5f602082840312156120c8575f5ffd5b61105682611f83565b5f5f83601f8401126120e1575f5ffd5b50813567ffffffffffffffff8111156120f8575f5ffd5b6020830191508360208260051b850101111561078a575f5ffd5b5f5f5f5f60408587031215612125575f5ffd5b843567ffffffffffffffff81111561213b575f5ffd5b612147878288016120d1565b909550935050602085013567ffffffffffffffff811115612166575f5ffd5b612172878288016120d1565b95989497509550505050565b5f5f6020838503121561218f575f5ffd5b823567ffffffffffffffff8111156121a5575f5ffd5b6121b1858286016120d1565b90969095509350505050565b602080825282518282018190525f918401906040840190835b818110156121f657835115158352602093840193909201916001016121d6565b509095945050505050565b5f5f60408385031215612212575f5ffd5b61221b83611f83565b91506020830135801515811461222f575f5ffd5b809150509250929050565b5f6020828403121561224a575f5ffd5b813567ffffffffffffffff811115612260575f5ffd5b82016101208185031215611056575f5ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b5f5f5f5f608085870312156122b2575f5ffd5b6122bb85611f83565b93506122c960208601611f83565b925060408501359150606085013567ffffffffffffffff8111156122eb575f5ffd5b8501601f810187136122fb575f5ffd5b803567ffffffffffffffff81111561231557612315612272565b6040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0603f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f8501160116810181811067ffffffffffffffff8211171561238157612381612272565b604052818152828201602001891015612398575f5ffd5b816020840160208301375f6020838301015280935050505092959194509250565b5f5f604083850312156123ca575f5ffd5b6123d383611f83565b915061204160208401611f83565b600181811c908216806123f557607f821691505b60208210810361242c577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b601f821115610801578282111561080157805f5260205f20601f840160051c602085101561245d57505f5b90810190601f840160051c035f5b81811015610fd8575f8382015560010161246b565b67ffffffffffffffff83111561249857612498612272565b6124ac836124a683546123e1565b83612432565b5f601f8411600181146124dd575f85156124c65750838201355b5f19600387901b1c1916600186901b178355611a2c565b5f838152602081207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08716915b8281101561252a578685013582556020948501946001909201910161250a565b5086821015612546575f1960f88860031b161c19848701351681555b505060018560011b0183555050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f5f1982036125c3576125c3612585565b5060010190565b8082018082111561055957610559612585565b5f602082840312156125ed575f5ffd5b81356bffffffffffffffffffffffff81168114611056575f5ffd5b5f5f83357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe184360301811261263b575f5ffd5b83018035915067ffffffffffffffff821115612655575f5ffd5b60200191503681900382131561078a575f5ffd5b5f81518060208401855e5f93019283525090919050565b5f611ebe61268e8386612669565b84612669565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b6001600160a01b03851681526001600160a01b0384166020820152826040820152608060608201525f6126f76080830184611f0e565b9695505050505050565b5f60208284031215612711575f5ffd5b815161105681611ec656",
} as const;
