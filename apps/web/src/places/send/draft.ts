import type { InvoiceTarget, LinkTarget, LogInTarget, VoucherTarget } from './target.ts'

/**
 * One confirmation, kept in its entry of the history: a reload, Back and Forward lead to the same payment. The key is
 * the `Idempotency-Key`: however often the request is sent, it counts once.
 */
export interface Draft {
  readonly key: string
  readonly walletId: string
  readonly target: InvoiceTarget | LinkTarget
  /** Undefined until the person has chosen one. */
  readonly amountMsat?: number
  /** Whom, where it is one of the person's contacts. */
  readonly contact?: { readonly id: string; readonly name: string }
  /** For the payee. */
  readonly comment?: string
  /** For oneself. */
  readonly note?: string
  /** Unix milliseconds: the person has tapped Pay. From then on nothing of it changes. */
  readonly sentAt?: number
  /** Once the service has named the payment. */
  readonly checkingId?: string
}

/** One whose amount is chosen. */
export type ReadyDraft = Draft & { readonly amountMsat: number }

export const isReady = (draft: Draft): draft is ReadyDraft => draft.amountMsat !== undefined

/** What the entries of the history below `/send` hold. */
export interface SendState {
  /** A text that was scanned: it is read when the page opens. */
  readonly text?: string
  readonly draft?: Draft
  readonly voucher?: { readonly key: string; readonly walletId: string; readonly target: VoucherTarget }
  readonly logIn?: { readonly walletId: string; readonly target: LogInTarget }
}

/** With what its payer has chosen now, in place of what they chose before. */
export function withChoice({ comment: _before, ...draft }: Draft, amountMsat: number, comment: string): Draft {
  return { ...draft, amountMsat, ...(comment !== '' && { comment }) }
}

/** In its entry, without a new one. The person may have gone elsewhere, whose entry is not to be overwritten. */
export function keepDraft(draft: Draft): void {
  const here = history.state as SendState | null
  if (here?.draft?.key === draft.key) history.replaceState({ draft } satisfies SendState, '')
}
