/** Which Bitcoin. */
export type ChainNetwork = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** What an address holds, in whole satoshis. */
export interface AddressState {
  readonly confirmedSat: number
  /** What transactions that are in no block yet add; less than 0 when they spend. */
  readonly pendingSat: number
  /** A transaction has named it, be it in no block yet. */
  readonly isUsed: boolean
}

/** What can be spent from an address. */
export interface ChainCoin {
  readonly txid: string
  readonly vout: number
  readonly sat: number
  /** 0 = in no block yet. */
  readonly confirmations: number
}

/**
 * What the operator's explorer says of the chain, asked at once. Single addresses are named to it, never a key they are
 * derived from. 503 where it does not answer, or none is set.
 */
export interface Chain {
  /** An explorer is set for this network. */
  knows(network: ChainNetwork): boolean
  address(network: ChainNetwork, address: string): Promise<AddressState>
  coins(network: ChainNetwork, address: string): Promise<ChainCoin[]>
  /** In hex. */
  transaction(network: ChainNetwork, txid: string): Promise<string>
  /** Hands a signed transaction on, and answers its id; 400 with the reason when the network does not take it. */
  broadcast(network: ChainNetwork, tx: string): Promise<string>
}
