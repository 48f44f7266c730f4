import { entryState, ownState } from '../../routing/entry-state.ts'
import type { InvoiceTarget, LinkTarget, LogInTarget, VoucherTarget } from './target.ts'

/**
 * A payment to confirm, stored in its history entry, so that a reload, Back and Forward keep it. The key is its
 * `Idempotency-Key`: repeated requests count once.
 */
export interface Draft {
  readonly key: string
  readonly walletId: string
  readonly target: InvoiceTarget | LinkTarget
  /** Undefined until chosen. */
  readonly amountMsat?: number
  /** The payee, if it is a contact. */
  readonly contact?: { readonly id: string; readonly name: string }
  /** Sent to the payee. */
  readonly comment?: string
  /** Private. */
  readonly note?: string
  /** Unix milliseconds of the tap on Pay. The draft is fixed from then on. */
  readonly sentAt?: number
  /** Set once the service has answered. */
  readonly checkingId?: string
}

/** A draft with an amount. */
export type ReadyDraft = Draft & { readonly amountMsat: number }

export const isReady = (draft: Draft): draft is ReadyDraft => draft.amountMsat !== undefined

/** The state of history entries below `/send`. */
export interface SendState {
  /** A scanned text, decoded when the page opens. */
  readonly text?: string
  readonly draft?: Draft
  readonly voucher?: { readonly key: string; readonly walletId: string; readonly target: VoucherTarget }
  readonly logIn?: { readonly walletId: string; readonly target: LogInTarget }
}

/** Replaces amount and comment by the payer's latest choice. */
export function withChoice({ comment: _before, ...draft }: Draft, amountMsat: number, comment: string): Draft {
  return { ...draft, amountMsat, ...(comment !== '' && { comment }) }
}

/** Updates the draft's history entry, unless the person has left it. */
export function keepDraft(draft: Draft): void {
  if (entryState<SendState>().draft?.key === draft.key) history.replaceState(ownState<SendState>({ draft }), '')
}
