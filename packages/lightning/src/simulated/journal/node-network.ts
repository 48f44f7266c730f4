/** Regtest: no invoice of the simulated node can be mistaken for one that is worth anything. */
export const NODE_NETWORK = 'bcrt'
