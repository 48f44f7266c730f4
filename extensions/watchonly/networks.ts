import { NETWORK, TEST_NETWORK } from '@scure/btc-signer'

export const NETWORK_NAMES = ['mainnet', 'testnet', 'signet', 'regtest'] as const
export const ADDRESS_TYPES = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const

export type NetworkName = (typeof NETWORK_NAMES)[number]
export type AddressType = (typeof ADDRESS_TYPES)[number]

export const isNetworkName = (text: string): text is NetworkName => NETWORK_NAMES.some((name) => name === text)
export const isAddressType = (text: string): text is AddressType => ADDRESS_TYPES.some((type) => type === text)

/** Formats of addresses. */
export const NETWORKS: Readonly<Record<NetworkName, typeof NETWORK>> = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  signet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
}

export interface KeyVersion {
  readonly public: number
  readonly private: number
  readonly isTest: boolean
  /** The kind of addresses by the key's version (SLIP-132); undefined = not specified. */
  readonly type: AddressType | undefined
}

/** xpub, ypub, zpub; tpub, upub, vpub. */
export const KEY_VERSIONS: readonly KeyVersion[] = [
  { public: 0x04_88_b2_1e, private: 0x04_88_ad_e4, isTest: false, type: undefined },
  { public: 0x04_9d_7c_b2, private: 0x04_9d_78_78, isTest: false, type: 'p2sh-p2wpkh' },
  { public: 0x04_b2_47_46, private: 0x04_b2_43_0c, isTest: false, type: 'p2wpkh' },
  { public: 0x04_35_87_cf, private: 0x04_35_83_94, isTest: true, type: undefined },
  { public: 0x04_4a_52_62, private: 0x04_4a_4e_28, isTest: true, type: 'p2sh-p2wpkh' },
  { public: 0x04_5f_1c_f6, private: 0x04_5f_18_bc, isTest: true, type: 'p2wpkh' },
]
