import type { AnyExtension } from '../extension.ts'

/** A wallet of a test, with its keys. */
export interface TestWallet {
  readonly id: string
  readonly userId: string
  readonly adminKey: string
  readonly invoiceKey: string
}

export interface TestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads fields of many shapes
  readonly body: any
}

export interface TestCall {
  /** A key of a wallet. */
  readonly key?: string | undefined
  /** An access token. */
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A whole service with the simulated node. Its clock stands still, and background work runs when a test says so. */
export interface TestWorld {
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, options?: TestCall): Promise<TestAnswer>
  /** A wallet of a new account, with that many satoshis. */
  openWallet(balanceSat?: number): Promise<TestWallet>
  /** The body of a new invoice: `payment_request`, `payment_hash`. */
  invoice(wallet: TestWallet, amountSat: number): Promise<TestAnswer['body']>
  /** Pays an invoice. */
  send(wallet: TestWallet, bolt11: string): Promise<TestAnswer>
  balanceMsat(wallet: TestWallet): Promise<number>
  /** Runs everything that is due: settlements, payouts, jobs, messages. */
  tick(): Promise<void>
  nowSeconds(): number
  advance(seconds: number): void
  /** Stops the service like a crash. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** The data about one extension that the common contract needs. */
export interface ContractSample<World = TestWorld, Wallet = TestWallet> {
  /** Valid bodies, each for one more item: unique values differ by `n`. */
  readonly create: (n: number, world: World, owner: Wallet) => object | Promise<object>
  /** A required field; omit it if everything has a default. */
  readonly missing?: string
  /** A valid change. */
  readonly patch: object
  /** How many items one wallet may have; default any number. */
  readonly most?: 1
  /** Variables of the service. */
  readonly env?: Readonly<Record<string, string>>
  /** Causes a payment that changes rows of the extension; omit it for extensions without payments. */
  readonly settle?: (world: World, owner: Wallet, item: Readonly<Record<string, unknown>>) => Promise<void>
}

/** `npm test` of an author's folder replaces this module by the test world of a Satchel checkout. */
const outsideOfTests = (): never => {
  throw new Error('@satchel/extension-sdk/testing/world works in tests that `satchel-extension test` runs')
}

/** The tests that every extension passes: keys, items of other wallets, validation, lists, a repeated settlement. */
export const extensionContract: (extension: AnyExtension, sample: ContractSample) => void = outsideOfTests

/** A service on which your packed extension is installed, and a wallet with 100,000 sat that uses it. */
export const openWorld: (
  extension: AnyExtension,
  env?: Readonly<Record<string, string>>,
) => Promise<{ readonly world: TestWorld; readonly owner: TestWallet }> = outsideOfTests
