import type { HubLogin } from './fields.ts'

export const LNBITS_MODES = ['admin', 'invoice'] as const

/** In LNbits, every wallet has the logins `admin` and `invoice`; the password is the key of that kind. */
export const isLnbitsMode = (login: string): login is HubLogin['mode'] => LNBITS_MODES.some((one) => one === login)

/** The login of an imported one: derived from the hash of the password, because names are unique here. */
export const lnbitsLogin = (mode: HubLogin['mode'], secretHash: string): string => `${mode}-${secretHash.slice(0, 40)}`
