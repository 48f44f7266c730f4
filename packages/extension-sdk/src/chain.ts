/** The Bitcoin network. */
export type ChainNetwork = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** What an address holds, in whole satoshis. */
export interface AddressState {
  readonly confirmedSat: number
  /** The net amount of unconfirmed transactions; negative if they spend. */
  readonly pendingSat: number
  /** A transaction uses it, confirmed or not. */
  readonly isUsed: boolean
}

/** An unspent output of an address. */
export interface ChainCoin {
  readonly txid: string
  readonly vout: number
  readonly sat: number
  /** 0 = unconfirmed. */
  readonly confirmations: number
}

/**
 * Queries the operator's block explorer, immediately. It learns single addresses, never the key that they are derived from.
 * 503 if it does not respond, or none is configured.
 */
export interface Chain {
  /** An explorer is configured for this network. */
  supports(network: ChainNetwork): boolean
  address(network: ChainNetwork, address: string): Promise<AddressState>
  coins(network: ChainNetwork, address: string): Promise<ChainCoin[]>
  /** The transaction in hex. */
  transaction(network: ChainNetwork, txid: string): Promise<string>
  /** Broadcasts a signed transaction and returns its id; 400 with the reason if the network rejects it. */
  broadcast(network: ChainNetwork, tx: string): Promise<string>
}
