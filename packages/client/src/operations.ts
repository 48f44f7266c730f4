// Written by `npm run client` from the wallet service’s /openapi.json: not to be edited.

/** An access control list (Spec, Access control list). */
export type Acl = {
  /** Identifies the list: `acl_id`. */
  readonly id: string
  /** Name. */
  readonly name: string
  /** What its tokens may call. */
  readonly allowed_endpoints: readonly string[]
  /** ISO 8601. */
  readonly created_at: string
  /** Its tokens, oldest first. */
  readonly tokens: readonly AclToken[]
}

/** A token of an access list. */
export type AclToken = {
  /** Identifies the token; the token itself is not shown again. */
  readonly id: string
  /** Name, or empty. */
  readonly name: string
  /** What it may spend in each period: satoshis, fees included; null = no limit. */
  readonly budget_sats: number | null
  /** `day`, `week` or `month`; null = no limit. */
  readonly budget_period: string | null
  /** ISO 8601. */
  readonly created_at: string
  /** ISO 8601; null = never. */
  readonly expires_at: string | null
  /** ISO 8601, to the minute; null = not yet. */
  readonly last_used_at: string | null
}

/** Make an invoice, or pay one. */
export type CreatePayment = {
  /** false: make an invoice. true: pay one. */
  readonly out: boolean
  /** Receive: satoshis, a whole number from 1 (with `unit`, units of that currency, fractions allowed). Send: only for invoices that name no amount. */
  readonly amount?: number
  /** Of `amount` when receiving: `sat`, or a currency code; then it is converted once, at the current rate, and floored to whole satoshis. */
  readonly unit?: string
  /** The payer reads it. At most 639 bytes of UTF-8. */
  readonly memo?: string
  /** Seconds until the invoice expires. */
  readonly expiry?: number
  /** http(s) URL that is called when the invoice is paid. */
  readonly webhook?: string
  /** Anything of yours: at most 4 kB and 5 levels; `tag` groups payments. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Committed to instead of the memo: 64 hex characters. */
  readonly description_hash?: string
  /** The same, as the text in UTF-8 that is hashed. */
  readonly unhashed_description?: string
  /** Hold what arrives until you settle or cancel it. */
  readonly hold?: boolean
  /** A hold invoice for your own hash: you keep the preimage. */
  readonly payment_hash?: string
  /** Send: the invoice to pay. */
  readonly bolt11?: string
}

/** An invoice that was made, or a payment that was sent (Spec, Invoice creation result). */
export type CreatedPayment = {
  /** SHA-256 of the preimage, 64 lower-case hex characters. */
  readonly payment_hash: string
  /** Identifies this payment, for asking about it later. */
  readonly checking_id: string
  /** The BOLT11 invoice to pay. Only when receiving. */
  readonly payment_request?: string
  /** The same as `payment_request`. */
  readonly bolt11?: string
  /** Satoshis. When sending, only with `Prefer: return=representation`. */
  readonly amount?: number
  /** As given. */
  readonly memo?: string
  /** Seconds from now until the invoice expires. */
  readonly expiry?: number
  /** `success` and `failed` are final; an unpaid invoice is `pending` until it expires. */
  readonly status?: "pending" | "success" | "failed"
  /** Routing fee; only with `Prefer: return=representation`. Millisatoshis. */
  readonly fee?: number
  /** Only when `unit` is a currency: the price as it was asked. */
  readonly fiat?: {
    /** ISO 4217 code. */
    readonly currency: string
    /** In units of the currency; negative = outgoing. Without fees. */
    readonly amount: number
    /** Units of the currency per 1 BTC that it was worked out with. */
    readonly rate: number
  }
}

/** The user of the access token. */
export type CurrentUser = {
  /** User UUID; empty for an ACL token. */
  readonly id: string
  /** Username. */
  readonly username: string
  /** E-mail address, or empty. */
  readonly email: string
  /** What others read, or empty. */
  readonly display_name: string
  /** Admin privileges. */
  readonly is_admin: boolean
  /** The super user. */
  readonly is_super_user: boolean
  /** Number of wallets. */
  readonly wallet_count: number
  /** ISO 8601. */
  readonly created_at: string
  /** At most 100, oldest first. */
  readonly wallets: readonly {
    readonly id: string
    readonly name: string
  }[]
  /** Enabled extensions. */
  readonly extensions: readonly string[]
}

/** Succeeded payments of one day. */
export type DailyStatistics = {
  /** The day, UTC. */
  readonly date: string
  /** Succeeded payments. */
  readonly count: number
  /** Satoshis moved, in and out. */
  readonly total: number
}

/** What was done. */
export type Detail = {
  /** What was done, for people. */
  readonly detail: string
}

/** Why a request was not answered as asked. */
export type ErrorBody = {
  /** What went wrong, for people. */
  readonly detail: string
}

/** Whether outgoing payments are halted, and what an operator has to know. */
export type Halt = {
  /** Outgoing payments are refused; reading and receiving go on. */
  readonly halted: boolean
  /** Why; null while they are not. */
  readonly reason: string | null
  /** Newest first, at most 100. */
  readonly alarms: readonly {
    /** What kind of trouble. */
    readonly kind: string
    /** The payment or receipt it is about. */
    readonly reference: string
    /** What happened. */
    readonly detail: string
    /** When: Unix seconds. */
    readonly at: number
  }[]
}

/** An identity elsewhere that lets you in here. */
export type Identity = {
  /** Names the link, for unlinking. */
  readonly id: string
  /** `google`, `github`, `keycloak` or `nostr`. */
  readonly provider: string
  /** What people call it. */
  readonly provider_label: string
  /** What the provider calls you for ever; for Nostr the public key in hex. */
  readonly subject: string
  /** What you recognise it by, such as your name there; or empty. */
  readonly label: string
  /** The e-mail address that the provider has verified, or empty. */
  readonly email: string
  /** When it was linked, ISO 8601. */
  readonly created_at: string
  /** When it last let you in or was linked, ISO 8601. */
  readonly last_used_at: string
}

/** What is wrong with a request, place by place. */
export type InvalidBody = {
  /** The first problem, for people. */
  readonly detail: string
  /** All of them. */
  readonly errors: readonly ValidationError[]
}

/** Not logged in, or not yet. */
export type LoginRefusal = {
  /** Why not, for people. */
  readonly detail: string
  /** Set when all that is missing is a second factor: those that the account has. */
  readonly second_factor?: readonly ("totp" | "passkey")[]
  /** Set together with `second_factor`: what was proven so far, for `POST /api/v1/auth/second-factor`; good for 5 minutes. */
  readonly ticket?: string
}

/** A passkey of yours. */
export type Passkey = {
  /** Credential id, base64url. */
  readonly id: string
  /** What you call it. */
  readonly name: string
  /** Synchronised: your other devices may have it, too. */
  readonly backed_up: boolean
  /** Unix seconds. */
  readonly created_at: number
  /** Unix seconds; null = not yet. */
  readonly last_used_at: number | null
}

/** A payment or invoice of a wallet (Spec, Payment). */
export type Payment = {
  /** Identifies this payment, for asking about it later. */
  readonly checking_id: string
  /** SHA-256 of the preimage, 64 lower-case hex characters. */
  readonly payment_hash: string
  /** Satoshis, rounded towards zero; negative = outgoing. */
  readonly amount: number
  /** The exact amount in millisatoshis; negative = outgoing. */
  readonly amount_msat: number
  /** Routing fee paid; while an outgoing payment is pending, what is reserved for it. Never negative. Millisatoshis. */
  readonly fee: number
  /** What the payer read. */
  readonly memo: string
  /** `success` and `failed` are final; an unpaid invoice is `pending` until it expires. */
  readonly status: "pending" | "success" | "failed"
  /** When it was made: Unix seconds. */
  readonly time: number
  /** The BOLT11 invoice. */
  readonly bolt11: string
  /** How long the invoice can be paid after `time`: seconds. */
  readonly expiry: number
  /** Whether that time is over. */
  readonly expired: boolean
  /** What was attached when it was made. */
  readonly extra: Readonly<Record<string, unknown>>
  /** The price of an invoice that was made out in a currency; else what the payment was worth in the accounting currency (SERVICE_ACCOUNTING_CURRENCY) when it succeeded, noted shortly after. Absent when there is none. */
  readonly fiat?: {
    /** ISO 4217 code. */
    readonly currency: string
    /** In units of the currency; negative = outgoing. Without fees. */
    readonly amount: number
    /** Units of the currency per 1 BTC that it was worked out with. */
    readonly rate: number
  }
  /** The wallet it belongs to. */
  readonly wallet_id: string
  /** True while `status` is `pending`. */
  readonly pending: boolean
  /** `extra.tag`, or empty. */
  readonly tag: string
  /** Proof of payment: only when paid. */
  readonly preimage?: string | null
  /** Why it failed, for people: only when it did. */
  readonly failure?: string | null
}

/** Succeeded payments with one tag. */
export type PaymentCountByTag = {
  /** `extra.tag`, or empty. */
  readonly tag: string
  /** Succeeded payments. */
  readonly count: number
}

/** Succeeded payments of one period. */
export type PaymentHistoryRow = {
  /** The period, UTC. */
  readonly date: string
  /** Satoshis received. */
  readonly income: number
  /** Satoshis sent, without fees. */
  readonly spending: number
}

/** A page of payments (Spec, Paginated envelope). */
export type PaymentPage = {
  /** One page, newest first. */
  readonly data: readonly Payment[]
  /** How many payments match. */
  readonly total: number
  /** Give it as `cursor` for the next page; absent on the last. */
  readonly next_cursor?: string
}

/** Where a payment stands (Spec, Payment status result). */
export type PaymentStatus = {
  /** Whether the payment is complete. */
  readonly paid: boolean
  /** `success` and `failed` are final; an unpaid invoice is `pending` until it expires. */
  readonly status: "pending" | "success" | "failed"
  /** Proof of payment: only when paid. */
  readonly preimage?: string | null
  /** The payment itself. */
  readonly details: {
    /** Identifies this payment, for asking about it later. */
    readonly checking_id: string
    /** SHA-256 of the preimage, 64 lower-case hex characters. */
    readonly payment_hash: string
    /** Satoshis, rounded towards zero; negative = outgoing. */
    readonly amount: number
    /** The exact amount in millisatoshis; negative = outgoing. */
    readonly amount_msat: number
    /** Routing fee paid; while an outgoing payment is pending, what is reserved for it. Never negative. Millisatoshis. */
    readonly fee: number
    /** What the payer read. */
    readonly memo: string
    /** `success` and `failed` are final; an unpaid invoice is `pending` until it expires. */
    readonly status: "pending" | "success" | "failed"
    /** When it was made: Unix seconds. */
    readonly time: number
    /** The BOLT11 invoice. */
    readonly bolt11: string
    /** How long the invoice can be paid after `time`: seconds. */
    readonly expiry: number
    /** Whether that time is over. */
    readonly expired: boolean
    /** What was attached when it was made. */
    readonly extra: Readonly<Record<string, unknown>>
    /** The price of an invoice that was made out in a currency; else what the payment was worth in the accounting currency (SERVICE_ACCOUNTING_CURRENCY) when it succeeded, noted shortly after. Absent when there is none. */
    readonly fiat?: {
      /** ISO 4217 code. */
      readonly currency: string
      /** In units of the currency; negative = outgoing. Without fees. */
      readonly amount: number
      /** Units of the currency per 1 BTC that it was worked out with. */
      readonly rate: number
    }
    /** A hold invoice is paid and waits to be settled or cancelled. */
    readonly held: boolean
  }
}

/** Every setting as it stands: what was stored here, else what the environment says. */
export type Settings = {
  /** Whether strangers may register. Counts at once. */
  readonly allow_new_accounts: boolean
  /** Ways to log in. Who logs in by a way that is not named is shut out: keep your own. Counts at once. */
  readonly auth_allowed_methods: readonly ("username-password" | "user-id-only" | "nostr-auth-nip98" | "google-auth" | "github-auth" | "keycloak-auth" | "passkey")[]
  /** Ids of the users who may use the service, beside the super user; empty = everybody. Counts at once. */
  readonly allowed_users: readonly string[]
  /** Who must have a second factor to log in. Counts at once. */
  readonly require_second_factor: "nobody" | "admins" | "everybody"
  /** Largest amount of one payment or invoice, satoshis. Counts at once. */
  readonly max_payment_sats: number
  /** What one wallet may hold, satoshis: invoices, payments inside and top-ups that go beyond are refused. What arrives at the node is credited all the same. Counts at once. */
  readonly max_balance_sats: number
  /** What one wallet may send in a day (UTC), satoshis; 0 = no limit. Counts at once. */
  readonly daily_limit_wallet_sats: number
  /** What all wallets of one user may send in a day (UTC), satoshis; 0 = no limit. Counts at once. */
  readonly daily_limit_user_sats: number
  /** How many payments of one wallet may be under way. Counts at once. */
  readonly max_pending_per_wallet: number
  /** How many payments of all wallets may be under way. Counts at once. */
  readonly max_pending: number
  /** Least routing fee set aside for a payment, millisatoshis. Counts at once. */
  readonly fee_reserve_min_msat: number
  /** Routing fee set aside, parts per million of the amount. Counts at once. */
  readonly fee_reserve_ppm: number
  /** How long a held payment waits for its settlement, seconds. Counts at once. */
  readonly hold_seconds: number
  /** Shown to visitors. Counts at once. */
  readonly site_name: string
  /** One line for everybody, or empty. Counts at once. */
  readonly site_motd: string
  /** Requests of one address per unit; 0 = no limit. Counts after the next start. */
  readonly rate_limit_requests: number
  /** The unit of the rate limit. Counts after the next start. */
  readonly rate_limit_unit: "second" | "minute" | "hour" | "day"
}

/** Settle a held payment. */
export type SettlePayment = {
  /** Only for hold invoices made with your own `payment_hash`: 64 lower-case hex characters. */
  readonly preimage?: string
}

/** A short link of a wallet. */
export type ShortLink = {
  /** Identifies the link. */
  readonly id: string
  /** The short link, to be given away. */
  readonly url: string
  /** Where it leads. */
  readonly target: string
  /** When it was made: Unix seconds. */
  readonly created_at: number
}

/** A login (Spec, Token response). */
export type TokenResponse = {
  /** JWT, for the header `Authorization: Bearer …`. */
  readonly access_token: string
  /** Always `bearer`. */
  readonly token_type: "bearer"
}

/** An account (Spec, User). */
export type User = {
  /** User UUID. */
  readonly id: string
  /** Username. */
  readonly username: string
  /** E-mail address, or empty. */
  readonly email: string
  /** Admin privileges. */
  readonly is_admin: boolean
  /** Number of wallets. */
  readonly wallet_count: number
  /** ISO 8601. */
  readonly created_at: string
}

/** One problem with a request. */
export type ValidationError = {
  /** Kind of problem, for programs. */
  readonly type: string
  /** Where: `path`, `query` or `body`, then names and list positions. */
  readonly loc: readonly (string | number)[]
  /** What is wrong, for people. */
  readonly msg: string
  /** What was sent; not told of a body with a secret in it. */
  readonly input?: unknown
  /** Bounds and choices the message names. */
  readonly ctx?: Readonly<Record<string, unknown>>
}

/** A wallet (Spec, Wallet). */
export type Wallet = {
  /** Wallet identifier. */
  readonly id: string
  /** Wallet name. */
  readonly name: string
  /** What the wallet can spend: millisatoshis. 0 for a guest without `view-payments`. */
  readonly balance: number
  /** Reads, receives, sends. Empty for whoever came with the invoice key or an ACL token. */
  readonly adminkey: string
  /** Reads and receives. Empty for an ACL token. */
  readonly inkey: string
  /** Only of a wallet shared with you: the share. */
  readonly share_id?: string
  /** Only of a wallet shared with you: what you, and its keys, may do. */
  readonly permissions?: readonly string[]
}

/** A page of wallets (Spec, Paginated envelope). */
export type WalletPage = {
  /** One page: your wallets, oldest first, then shared ones. */
  readonly data: readonly Wallet[]
  /** How many wallets match. */
  readonly total: number
}

/** A wallet shared with a guest, or offered. */
export type WalletShare = {
  /** Identifies the invitation, and later the share: `share_id`. */
  readonly share_request_id: string
  /** The wallet. */
  readonly wallet_id: string
  /** The guest. */
  readonly username: string
  /** What the guest may do. */
  readonly permissions: readonly string[]
  /** `pending` until the guest accepts, then `accepted`. */
  readonly status: string
  /** Name of the wallet. */
  readonly wallet_name: string
  /** Username of its owner. */
  readonly owner: string
  /** When it was offered: ISO 8601. */
  readonly created_at: string
}

/** Succeeded payments of one wallet. */
export type WalletStatistics = {
  /** The wallet. */
  readonly wallet_id: string
  /** Its name. */
  readonly wallet_name: string
  /** Satoshis received. */
  readonly total_income: number
  /** Satoshis sent, without fees. */
  readonly total_spending: number
  /** Succeeded payments. */
  readonly payment_count: number
}

/** One webhook call and what became of it. */
export type WebhookDelivery = {
  /** The `webhook-id` header of every attempt: what receivers recognise repeats by. */
  readonly id: string
  /** What happened. */
  readonly event: string
  /** The payment. */
  readonly checking_id: string
  /** The webhook of the invoice. */
  readonly url: string
  /** `waiting`: due now or later. `delivered`: the receiver answered 2xx. `given-up`: all attempts failed. `refused`: it answered 410. */
  readonly state: "waiting" | "delivered" | "given-up" | "refused"
  /** Attempts made, counted anew after a redelivery. */
  readonly attempts: number
  /** HTTP status of the last attempt; null when there was no answer. */
  readonly last_status: number | null
  /** Why the last attempt failed, for people; null when it did not. */
  readonly last_error: string | null
  /** When it was queued: Unix seconds. */
  readonly created_at: number
  /** When the receiver last took it: Unix seconds. */
  readonly delivered_at: number | null
  /** When it is tried next: Unix seconds; null = never. */
  readonly next_attempt_at: number | null
}

/** What each operation asks for and answers, by its `operationId`. */
export interface Operations {
  /** Accept an invitation */
  acceptWalletShare: {
    body: {
      /** The invitation. */
      readonly share_request_id: string
    }
    answer: Wallet
  }
  /** Switch the authenticator app on */
  activateTotp: {
    body: {
      /** The six digits that the authenticator app shows now; each code is accepted once. */
      readonly totp: string
    }
    answer: {
      /** Ten codes, shown this once: each lets you in once without the second factor. Keep them apart from it. */
      readonly recovery_codes: readonly string[]
    }
  }
  /** Register a passkey */
  addPasskey: {
    body: {
      /** What you call it. */
      readonly name: string
      /** `PublicKeyCredential.toJSON()` after `navigator.credentials.create()`. */
      readonly passkey: {
        /** Credential id. */
        readonly id: string
        /** The same again. */
        readonly rawId: string
        /** Always `public-key`. */
        readonly type: "public-key"
        /** What extensions said; not read. */
        readonly clientExtensionResults: Readonly<Record<string, unknown>>
        /** The answer of the authenticator. */
        readonly response: {
          /** What the browser signed for. */
          readonly clientDataJSON: string
          /** The new public key. */
          readonly attestationObject: string
          /** How the authenticator is reached. */
          readonly transports?: readonly string[]
        }
      }
    }
    answer: {
      /** Credential id, base64url. */
      readonly id: string
      /** What you call it. */
      readonly name: string
      /** Synchronised: your other devices may have it, too. */
      readonly backed_up: boolean
      /** Unix seconds. */
      readonly created_at: number
      /** Unix seconds; null = not yet. */
      readonly last_used_at: number | null
      /** Ten codes, shown this once: each lets you in once without the second factor. Keep them apart from it. */
      readonly recovery_codes?: readonly string[]
    }
  }
  /** Change a user's balance */
  adjustUserBalance: {
    path: { user_id: string }
    body: {
      /** Satoshis; positive adds, negative subtracts, not zero. */
      readonly amount: number
    }
    answer: {
      /** User UUID. */
      readonly user_id: string
      /** Millisatoshis. */
      readonly new_balance: number
    }
  }
  /** Begin to log in with a passkey */
  beginPasskeyLogin: {
    body?: {
      /** From the 401 of a log-in that lacks nothing but the second factor; good for 5 minutes. */
      readonly ticket?: string
    }
    answer: {
      /** Base64url; signed by the passkey, once, within 5 minutes. */
      readonly challenge: string
      /** How long the browser waits, milliseconds. */
      readonly timeout?: number
      /** What kind of authenticator to offer first. */
      readonly hints?: readonly string[]
      /** For the authenticator. */
      readonly extensions?: Readonly<Record<string, unknown>>
      /** The name that passkeys are bound to. */
      readonly rpId?: string
      /** Those of the account; empty = whichever the authenticator has. */
      readonly allowCredentials?: readonly {
        /** Credential id, base64url. */
        readonly id: string
        /** Always `public-key`. */
        readonly type: string
        /** How it is reached. */
        readonly transports?: readonly string[]
      }[]
      /** `required` to log in with nothing else, `discouraged` as a second factor. */
      readonly userVerification?: string
    }
  }
  /** Log in by a provider: the way there */
  beginProviderLogin: {
    path: { provider: string }
    query?: { code_challenge?: string }
    answer: undefined
  }
  /** Cancel a held payment */
  cancelPayment: {
    path: { checking_id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Change an access list */
  changeAcl: {
    path: { acl_id: string }
    body: {
      /** 1 to 64 characters. */
      readonly name?: string
      /** Each `METHOD /path`, the path as `/openapi.json` prints it or with the id of one object filled in; `POST /api/v1/payments receive` allows invoices only. `GET /api/v1/auth/acls/endpoints` lists them. */
      readonly allowed_endpoints?: readonly string[]
    }
    answer: Acl
  }
  /** Change your password */
  changePassword: {
    body: {
      /** The present password. */
      readonly password_old?: string
      /** 8 to 128 characters, whatever people write. */
      readonly password: string
      /** The same again. */
      readonly password_repeat: string
    }
    answer: TokenResponse
  }
  /** Change settings */
  changeSettings: {
    body: {
      /** Whether strangers may register. Counts at once. */
      readonly allow_new_accounts?: boolean
      /** Ways to log in. Who logs in by a way that is not named is shut out: keep your own. Counts at once. */
      readonly auth_allowed_methods?: readonly ("username-password" | "user-id-only" | "nostr-auth-nip98" | "google-auth" | "github-auth" | "keycloak-auth" | "passkey")[]
      /** Ids of the users who may use the service, beside the super user; empty = everybody. Counts at once. */
      readonly allowed_users?: readonly string[]
      /** Who must have a second factor to log in. Counts at once. */
      readonly require_second_factor?: "nobody" | "admins" | "everybody"
      /** Largest amount of one payment or invoice, satoshis. Counts at once. */
      readonly max_payment_sats?: number
      /** What one wallet may hold, satoshis: invoices, payments inside and top-ups that go beyond are refused. What arrives at the node is credited all the same. Counts at once. */
      readonly max_balance_sats?: number
      /** What one wallet may send in a day (UTC), satoshis; 0 = no limit. Counts at once. */
      readonly daily_limit_wallet_sats?: number
      /** What all wallets of one user may send in a day (UTC), satoshis; 0 = no limit. Counts at once. */
      readonly daily_limit_user_sats?: number
      /** How many payments of one wallet may be under way. Counts at once. */
      readonly max_pending_per_wallet?: number
      /** How many payments of all wallets may be under way. Counts at once. */
      readonly max_pending?: number
      /** Least routing fee set aside for a payment, millisatoshis. Counts at once. */
      readonly fee_reserve_min_msat?: number
      /** Routing fee set aside, parts per million of the amount. Counts at once. */
      readonly fee_reserve_ppm?: number
      /** How long a held payment waits for its settlement, seconds. Counts at once. */
      readonly hold_seconds?: number
      /** Shown to visitors. Counts at once. */
      readonly site_name?: string
      /** One line for everybody, or empty. Counts at once. */
      readonly site_motd?: string
      /** Requests of one address per unit; 0 = no limit. Counts after the next start. */
      readonly rate_limit_requests?: number
      /** The unit of the rate limit. Counts after the next start. */
      readonly rate_limit_unit?: "second" | "minute" | "hour" | "day"
      /** Names of settings that go back to what the environment says. */
      readonly reset?: readonly ("allow_new_accounts" | "auth_allowed_methods" | "allowed_users" | "require_second_factor" | "max_payment_sats" | "max_balance_sats" | "daily_limit_wallet_sats" | "daily_limit_user_sats" | "max_pending_per_wallet" | "max_pending" | "fee_reserve_min_msat" | "fee_reserve_ppm" | "hold_seconds" | "site_name" | "site_motd" | "rate_limit_requests" | "rate_limit_unit")[]
    }
    answer: Settings
  }
  /** Change settings */
  changeSettingsOfAdmin: {
    body: {
      /** Whether strangers may register. Counts at once. */
      readonly allow_new_accounts?: boolean
      /** Ways to log in. Who logs in by a way that is not named is shut out: keep your own. Counts at once. */
      readonly auth_allowed_methods?: readonly ("username-password" | "user-id-only" | "nostr-auth-nip98" | "google-auth" | "github-auth" | "keycloak-auth" | "passkey")[]
      /** Ids of the users who may use the service, beside the super user; empty = everybody. Counts at once. */
      readonly allowed_users?: readonly string[]
      /** Who must have a second factor to log in. Counts at once. */
      readonly require_second_factor?: "nobody" | "admins" | "everybody"
      /** Largest amount of one payment or invoice, satoshis. Counts at once. */
      readonly max_payment_sats?: number
      /** What one wallet may hold, satoshis: invoices, payments inside and top-ups that go beyond are refused. What arrives at the node is credited all the same. Counts at once. */
      readonly max_balance_sats?: number
      /** What one wallet may send in a day (UTC), satoshis; 0 = no limit. Counts at once. */
      readonly daily_limit_wallet_sats?: number
      /** What all wallets of one user may send in a day (UTC), satoshis; 0 = no limit. Counts at once. */
      readonly daily_limit_user_sats?: number
      /** How many payments of one wallet may be under way. Counts at once. */
      readonly max_pending_per_wallet?: number
      /** How many payments of all wallets may be under way. Counts at once. */
      readonly max_pending?: number
      /** Least routing fee set aside for a payment, millisatoshis. Counts at once. */
      readonly fee_reserve_min_msat?: number
      /** Routing fee set aside, parts per million of the amount. Counts at once. */
      readonly fee_reserve_ppm?: number
      /** How long a held payment waits for its settlement, seconds. Counts at once. */
      readonly hold_seconds?: number
      /** Shown to visitors. Counts at once. */
      readonly site_name?: string
      /** One line for everybody, or empty. Counts at once. */
      readonly site_motd?: string
      /** Requests of one address per unit; 0 = no limit. Counts after the next start. */
      readonly rate_limit_requests?: number
      /** The unit of the rate limit. Counts after the next start. */
      readonly rate_limit_unit?: "second" | "minute" | "hour" | "day"
      /** Names of settings that go back to what the environment says. */
      readonly reset?: readonly ("allow_new_accounts" | "auth_allowed_methods" | "allowed_users" | "require_second_factor" | "max_payment_sats" | "max_balance_sats" | "daily_limit_wallet_sats" | "daily_limit_user_sats" | "max_pending_per_wallet" | "max_pending" | "fee_reserve_min_msat" | "fee_reserve_ppm" | "hold_seconds" | "site_name" | "site_motd" | "rate_limit_requests" | "rate_limit_unit")[]
    }
    answer: Settings
  }
  /** Check the books now */
  checkBooks: {
    answer: {
      /** Unix seconds. */
      readonly checked_at: number
      /** Empty: the books are right to the millisatoshi. At most 100. */
      readonly violations: readonly {
        /** Number of the rule. */
        readonly rule: string
        /** The wallet, payment or account. */
        readonly about: string
        /** What is wrong. */
        readonly problem: string
      }[]
    }
  }
  /** Convert an amount */
  convert: {
    body: {
      /** `sat`, `BTC` or a currency code. */
      readonly from: string
      /** `sat`, `BTC` or a currency code. */
      readonly to: string
      /** In units of `from`. */
      readonly amount: number
    }
    answer: {
      /** In units of `to`. */
      readonly result: number
    }
  }
  /** Make an access list */
  createAcl: {
    body: {
      /** 1 to 64 characters. */
      readonly name: string
      /** Each `METHOD /path`, the path as `/openapi.json` prints it or with the id of one object filled in; `POST /api/v1/payments receive` allows invoices only. `GET /api/v1/auth/acls/endpoints` lists them. */
      readonly allowed_endpoints: readonly string[]
    }
    answer: Acl
  }
  /** Make a token for an access list */
  createAclToken: {
    path: { acl_id: string }
    body?: {
      /** At most 64 characters. */
      readonly name?: string
      /** Unset = it does not expire. At most ten years. */
      readonly expires_in_minutes?: number
      /** What it may spend in each period: satoshis. Together with `budget_period`. */
      readonly budget_sats?: number
      /** `day`, `week` or `month`. Together with `budget_sats`. */
      readonly budget_period?: "day" | "week" | "month"
    }
    answer: {
      /** Identifies the token: `token_id`. */
      readonly id: string
      /** The token. Keep it: it is not shown again. */
      readonly token: string
      /** The access list. */
      readonly acl_id: string
      /** Name, or empty. */
      readonly name: string
      /** Satoshis in each period; null = no limit. */
      readonly budget_sats: number | null
      /** `day`, `week` or `month`; null = no limit. */
      readonly budget_period: string | null
      /** ISO 8601. */
      readonly created_at: string
      /** ISO 8601; null = never. */
      readonly expires_at: string | null
    }
  }
  /** Make an invoice, or pay one */
  createPayment: {
    query?: { wallet_id?: string }
    body: CreatePayment
    answer: CreatedPayment
  }
  /** Make a short link */
  createShortLink: {
    query?: { wallet_id?: string }
    body: {
      /** Where it is to lead: an http or https URL, at most 2048 characters. */
      readonly url: string
    }
    answer: ShortLink
  }
  /** Open an account for somebody */
  createUser: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, whatever their case. */
      readonly username: string
      /** 8 to 128 characters, whatever people write. */
      readonly password: string
      /** E-mail address; empty = none. */
      readonly email?: string
    }
    answer: {
      /** User UUID. */
      readonly id: string
      /** Username. */
      readonly username: string
      /** E-mail address, or empty. */
      readonly email: string
    }
  }
  /** Open another wallet */
  createWallet: {
    body?: {
      /** 1 to 64 characters. */
      readonly name?: string
    }
    answer: Wallet
  }
  /** Read an invoice */
  decodeInvoice: {
    body: {
      /** A BOLT11 invoice, with or without `lightning:`. */
      readonly data: string
    }
    answer: {
      /** What it is. */
      readonly kind: "bolt11"
      /** 64 hex characters. */
      readonly payment_hash: string
      /** Null when it names no amount. */
      readonly amount_msat: number | null
      /** What the payee says it is for. */
      readonly description: string
      /** Instead of a description. */
      readonly description_hash: string | null
      /** When it was made: Unix seconds. */
      readonly date: number
      /** How long it can be paid: seconds from `date`. */
      readonly expiry: number
      /** The payee's node key, 33 bytes in hex. */
      readonly payee: string
      /** `bc`, `tb`, `tbs`, `bcrt` or `sb`. */
      readonly network: string
      /** Blocks. */
      readonly min_final_cltv_expiry_delta: number
    }
  }
  /** Delete an access list */
  deleteAcl: {
    path: { acl_id: string }
    answer: {
      /** What was done. */
      readonly detail: string
    }
  }
  /** Delete your account */
  deleteCurrentUser: {
    body?: {
      /** The present password. */
      readonly password?: string
    }
    answer: Detail
  }
  /** Delete a short link */
  deleteShortLink: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Delete a user */
  deleteUser: {
    path: { user_id: string }
    query?: { force?: boolean }
    answer: Detail
  }
  /** Delete the wallet */
  deleteWallet: {
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Download a backup */
  downloadBackup: {
    answer: string
  }
  /** Log in by a provider: the way back */
  endProviderLogin: {
    path: { provider: string }
    query?: { state?: string; code?: string; iss?: string; error?: string }
    answer: undefined
  }
  /** End a share */
  endWalletShare: {
    path: { id: string }
    answer: {
      /** What was done. */
      readonly detail: string
    }
  }
  /** Exchange a provider's code for an access token */
  exchangeProviderCode: {
    path: { provider: string }
    body: {
      /** The code that the provider sent the browser back with; good once. */
      readonly code: string
      /** The `state` beside it, as this service made it; good for ten minutes. */
      readonly state: string
      /** The `iss` beside it, if there was one: checked. */
      readonly iss?: string
      /** Of the `code_challenge` that the log-in began with; left out when it began without one. */
      readonly code_verifier?: string
      /** If given, it must be the one the log-in began with. */
      readonly redirect_uri?: string
    }
    answer: TokenResponse
  }
  /** Export payments as a file */
  exportPayments: {
    query?: { format?: "csv" | "json"; status?: "pending" | "success" | "failed"; direction?: "in" | "out"; tag?: string; search?: string; from?: number; to?: number; wallet_id?: string }
    answer: string | readonly (Readonly<Record<string, unknown>>)[]
  }
  /** Follow a short link */
  followShortLink: {
    path: { id: string }
    answer: undefined
  }
  /** Who am I */
  getCurrentUser: {
    answer: CurrentUser
  }
  /** Payments by day */
  getDailyStatistics: {
    query?: { wallet_id?: string }
    answer: readonly DailyStatistics[]
  }
  /** What paying an invoice reserves for fees */
  getFeeReserve: {
    query: { invoice: string }
    answer: {
      /** Millisatoshis. */
      readonly fee_reserve: number
    }
  }
  /** Are outgoing payments halted */
  getHalt: {
    answer: Halt
  }
  /** Is the process running */
  getHealth: {
    answer: {
      /** Always `ok`. */
      readonly status: "ok"
    }
  }
  /** Metrics */
  getMetrics: {
    answer: string
  }
  /** How a payment stands */
  getPayment: {
    path: { checking_id: string }
    query?: { wallet_id?: string }
    answer: PaymentStatus
  }
  /** Income and spending by period */
  getPaymentHistory: {
    query?: { group?: "hour" | "day" | "month"; wallet_id?: string }
    answer: readonly PaymentHistoryRow[]
  }
  /** The price of 1 BTC */
  getRate: {
    path: { currency: string }
    answer: {
      /** Units of the currency per 1 BTC. */
      readonly rate: number
      /** The same as `rate`. */
      readonly price: number
      /** ISO 4217 code, upper case. */
      readonly currency: string
      /** When the price was made: Unix seconds. */
      readonly timestamp: number
    }
  }
  /** Prices of the past */
  getRateHistory: {
    query?: { currency?: string; from?: number; to?: number; limit?: number }
    answer: readonly {
      /** ISO 4217 code, upper case. */
      readonly currency: string
      /** Units of the currency per 1 BTC. */
      readonly rate: number
      /** When the price was made: Unix seconds. */
      readonly timestamp: number
    }[]
  }
  /** How your account is protected */
  getSecondFactor: {
    answer: {
      /** Those that are set up; empty = none. */
      readonly second_factor: readonly ("totp" | "passkey")[]
      /** This service requires one of your account, and it has none: until then an access token reads the profile and sets one up, and nothing else. */
      readonly missing: boolean
      /** Not used yet. */
      readonly recovery_codes_left: number
    }
  }
  /** How is the server doing */
  getServerStatus: {
    answer: {
      /** Of the service. */
      readonly version: string
      /** When this process began: Unix seconds. */
      readonly started_at: number
      /** How long it has been running. */
      readonly uptime_seconds: number
      /** Where everything is kept. */
      readonly database: {
        /** `sqlite` or `postgres`. */
        readonly kind: string
        /** Its size on the disk, without logs. */
        readonly size_bytes: number
      }
      /** The Lightning node. */
      readonly node: {
        /** Which kind of node. */
        readonly kind: string
        /** Prefix of its invoices. */
        readonly network: string
        /** Its public key, hex. */
        readonly node_key: string
        /** It answered within a second. */
        readonly answers: boolean
        /** What it can spend, millisatoshis; null = it did not answer. */
        readonly balance_msat: number | null
      }
      /** Outgoing payments are refused. */
      readonly payments_halted: boolean
      /** Why; null while they are not. */
      readonly halt_reason: string | null
      /** The watch over the books. */
      readonly books: {
        /** When they were last recomputed. Unix seconds; null = not yet. */
        readonly checked_at: number | null
        /** How many rules were broken then; null = not checked yet. */
        readonly violations: number | null
        /** When they were last held against the node's balance. Unix seconds; null = not yet. */
        readonly compared_with_node_at: number | null
        /** What the node had then beyond what the books say, millisatoshis; 0 = they agree, null = not compared yet. */
        readonly node_difference_msat: number | null
      }
      /** When the node was last asked for everything it received. Unix seconds; null = not yet. */
      readonly receipts_swept_at: number | null
      /** Accounts. */
      readonly users: number
      /** Open wallets. */
      readonly wallets: number
      /** Payments under way. */
      readonly pending_outgoing: number
      /** Deliveries still to make. */
      readonly waiting_webhooks: number
      /** What `GET /api/v1/admin/halt` lists, ever. */
      readonly alarms: number
    }
  }
  /** Read the settings */
  getSettings: {
    answer: Settings
  }
  /** Read the settings */
  getSettingsOfAdmin: {
    answer: Settings
  }
  /** A short link of the wallet */
  getShortLink: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: ShortLink
  }
  /** What is this, and does real money move */
  getStatus: {
    answer: {
      /** Of the service. */
      readonly version: string
      /** Of this installation. */
      readonly site_name: string
      /** One line for everybody, or empty. */
      readonly site_motd: string
      /** Which kind of node is behind it. */
      readonly funding_source: string
      /** Prefix of its invoices. */
      readonly network: string
      /** False: nothing here is worth anything. */
      readonly real_money: boolean
      /** What every user should know. */
      readonly notice: string | null
      /** Outgoing payments are refused until the operator has looked. */
      readonly payments_halted: boolean
    }
  }
  /** Payments by tag */
  getTagStatistics: {
    query?: { wallet_id?: string }
    answer: readonly PaymentCountByTag[]
  }
  /** One user */
  getUser: {
    path: { user_id: string }
    answer: User
  }
  /** The wallet and its balance */
  getWallet: {
    query?: { wallet_id?: string }
    answer: Wallet
  }
  /** Payments by wallet */
  getWalletStatistics: {
    answer: readonly WalletStatistics[]
  }
  /** Secret and log of the webhooks */
  getWebhook: {
    query?: { wallet_id?: string }
    answer: {
      /** `whsec_` and base64: the key of the `v1` signatures (HMAC-SHA256, Standard Webhooks). */
      readonly secret: string
      /** `whpk_` and base64: checks the `v1a` signatures (ed25519); the same for all wallets. */
      readonly public_key: string
      /** The newest 20 calls. */
      readonly deliveries: readonly WebhookDelivery[]
    }
  }
  /** Make the first super user */
  installFirstSuperUser: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, whatever their case. */
      readonly username: string
      /** 8 to 128 characters, whatever people write. */
      readonly password: string
      /** The same again. */
      readonly password_repeat: string
      /** The content of the file. */
      readonly first_install_token: string
    }
    answer: TokenResponse
  }
  /** Share the wallet with another user */
  inviteToWallet: {
    query?: { wallet_id?: string }
    body: {
      /** Whatever its case. */
      readonly username: string
      /** `view-payments`, `receive-payments`, `send-payments`: one or more. */
      readonly permissions: readonly ("view-payments" | "receive-payments" | "send-payments")[]
    }
    answer: {
      /** Identifies the invitation, and later the share: `share_id`. */
      readonly share_request_id: string
      /** The wallet. */
      readonly wallet_id: string
      /** The guest. */
      readonly username: string
      /** What the guest may do. */
      readonly permissions: readonly string[]
      /** `pending` until the guest accepts, then `accepted`. */
      readonly status: string
    }
  }
  /** Link a Nostr key */
  linkNostrKey: {
    body: {
      /** A signed event of kind 27235 as JSON text, or the base64 of it. Its `u` tag is the full address of this call under the public URL of the service, its `method` tag is `POST`; signed less than a minute ago and not used before. */
      readonly nostr_event: string
    }
    answer: Identity
  }
  /** Link an account at a provider */
  linkProvider: {
    path: { provider: string }
    body?: {
      /** The code that the provider sent the browser back with; good once. */
      readonly code?: string
      /** The `state` beside it, as this service made it; good for ten minutes. */
      readonly state?: string
      /** The `iss` beside it, if there was one: checked. */
      readonly iss?: string
      /** Of the `code_challenge` that the log-in began with; left out when it began without one. */
      readonly code_verifier?: string
      /** If given, it must be the one the log-in began with. */
      readonly redirect_uri?: string
    }
    answer: {
      /** Where to send the browser. */
      readonly authorization_url: string
      /** Comes back with the code. */
      readonly state: string
      /** How long the visit may take, in seconds. */
      readonly expires_in: number
    }
  }
  /** What an access list can allow */
  listAclEndpoints: {
    answer: readonly {
      /** The entry. */
      readonly endpoint: string
      /** What it allows. */
      readonly description: string
    }[]
  }
  /** Your access lists */
  listAcls: {
    answer: readonly Acl[]
  }
  /** Read the audit log */
  listAuditLog: {
    query?: { actor?: string; action?: string; subject?: string; from?: number; to?: number; limit?: number; cursor?: string }
    answer: {
      /** One page. */
      readonly data: readonly {
        /** Ascends in the order of writing. */
        readonly id: number
        /** Who: a user's id, or `environment`. */
        readonly actor: string
        /** The name of that user today, or empty. */
        readonly actor_name: string
        /** What, in the past tense. */
        readonly action: string
        /** To whom or what: an id or a name, or empty. */
        readonly subject: string
        /** Public facts about it. */
        readonly detail: Readonly<Record<string, unknown>>
        /** From where: the client's address, or empty. */
        readonly address: string
        /** When: Unix seconds. */
        readonly at: number
      }[]
      /** How many match. */
      readonly total: number
      /** Where the next page begins; absent on the last. */
      readonly next_cursor?: string
    }
  }
  /** Currencies */
  listCurrencies: {
    answer: readonly string[]
  }
  /** Your linked identities */
  listIdentities: {
    answer: readonly Identity[]
  }
  /** The ways to log in here */
  listLoginMethods: {
    answer: {
      /** As in AUTH_ALLOWED_METHODS; providers that are not set up are left out. */
      readonly methods: readonly string[]
      /** Those that are set up and allowed. */
      readonly providers: readonly {
        /** `google`, `github` or `keycloak`. */
        readonly id: string
        /** For the button. */
        readonly label: string
        /** Where to send the browser. */
        readonly url: string
      }[]
      /** Whether somebody without an account gets one. */
      readonly new_accounts: boolean
    }
  }
  /** Your passkeys */
  listPasskeys: {
    answer: readonly Passkey[]
  }
  /** List payments */
  listPayments: {
    query?: { limit?: number; offset?: number; status?: "pending" | "success" | "failed"; direction?: "in" | "out"; tag?: string; search?: string; from?: number; to?: number; wallet_id?: string; cursor?: string }
    answer: readonly Payment[]
  }
  /** List payments with their number */
  listPaymentsPaginated: {
    query?: { limit?: number; offset?: number; status?: "pending" | "success" | "failed"; direction?: "in" | "out"; tag?: string; search?: string; from?: number; to?: number; wallet_id?: string; cursor?: string }
    answer: PaymentPage
  }
  /** The short links of the wallet */
  listShortLinks: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly ShortLink[]
  }
  /** All users */
  listUsers: {
    query?: { limit?: number; offset?: number; search?: string }
    answer: readonly User[]
  }
  /** Shares and invitations */
  listWalletShares: {
    answer: readonly WalletShare[]
  }
  /** All your wallets */
  listWallets: {
    answer: readonly Wallet[]
  }
  /** Your wallets, page by page */
  listWalletsPaginated: {
    query?: { limit?: number; offset?: number; search?: string; wallet_id?: string }
    answer: WalletPage
  }
  /** List webhook calls */
  listWebhookDeliveries: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly WebhookDelivery[]
  }
  /** Log out everywhere */
  logOutEverywhere: {
    answer: {
      /** What was done. */
      readonly detail: string
    }
  }
  /** Log in with username and password */
  login: {
    body: {
      /** Whatever its case. */
      readonly username: string
      /** The password. */
      readonly password: string
      /** The six digits that the authenticator app shows now; each code is accepted once. */
      readonly totp?: string
    }
    answer: TokenResponse
  }
  /** Log in with a passkey */
  loginByPasskey: {
    body: {
      /** Credential id. */
      readonly id: string
      /** The same again. */
      readonly rawId: string
      /** Always `public-key`. */
      readonly type: "public-key"
      /** What extensions said; not read. */
      readonly clientExtensionResults: Readonly<Record<string, unknown>>
      /** The answer of the authenticator. */
      readonly response: {
        /** What the browser signed for. */
        readonly clientDataJSON: string
        /** What the authenticator says of itself. */
        readonly authenticatorData: string
        /** By the passkey. */
        readonly signature: string
        readonly userHandle?: string | null
      }
    }
    answer: TokenResponse
  }
  /** Log in with nothing but a user id */
  loginByUserId: {
    body: {
      /** The user id: keep it secret. */
      readonly usr: string
    }
    answer: TokenResponse
  }
  /** Log in with a Nostr key */
  loginWithNostr: {
    body?: {
      /** A signed event of kind 27235 as JSON text, or the base64 of it. Its `u` tag is the full address of this call under the public URL of the service, its `method` tag is `POST`; signed less than a minute ago and not used before. */
      readonly nostr_event: string
    }
    answer: TokenResponse
  }
  /** Payments as they happen */
  openWebSocket: {
    query?: { last_id?: string }
    answer: undefined
  }
  /** Payments of one id as they happen */
  openWebSocketOf: {
    path: { id: string }
    query?: { last_id?: string }
    answer: undefined
  }
  /** Begin to register a passkey */
  preparePasskey: {
    body?: {
      /** The present password. */
      readonly password?: string
    }
    answer: {
      /** Base64url; signed by the passkey, once, within 5 minutes. */
      readonly challenge: string
      /** How long the browser waits, milliseconds. */
      readonly timeout?: number
      /** What kind of authenticator to offer first. */
      readonly hints?: readonly string[]
      /** For the authenticator. */
      readonly extensions?: Readonly<Record<string, unknown>>
      /** This service. */
      readonly rp: {
        readonly id?: string
        readonly name: string
      }
      /** What the authenticator keeps of you; `id` says nothing about your account. */
      readonly user: {
        readonly id: string
        readonly name: string
        readonly displayName: string
      }
      /** Signatures that are understood: Ed25519 (-8), ES256 (-7), RS256 (-257). */
      readonly pubKeyCredParams: readonly {
        readonly alg: number
        readonly type: "public-key"
      }[]
      /** Those you have already. */
      readonly excludeCredentials?: readonly {
        /** Credential id, base64url. */
        readonly id: string
        /** Always `public-key`. */
        readonly type: string
        /** How it is reached. */
        readonly transports?: readonly string[]
      }[]
      /** What is preferred. */
      readonly authenticatorSelection?: Readonly<Record<string, unknown>>
      /** Always `none`. */
      readonly attestation?: string
    }
  }
  /** Set up an authenticator app */
  prepareTotp: {
    body?: {
      /** The present password. */
      readonly password?: string
    }
    answer: {
      /** Base32, to be typed into the app. Shown this once. */
      readonly secret: string
      /** The same as `otpauth://totp/…`, to be shown as a QR code. */
      readonly uri: string
    }
  }
  /** Log in: the second factor */
  proveSecondFactor: {
    body: {
      /** From the 401 of a log-in that lacks nothing but the second factor; good for 5 minutes. */
      readonly ticket: string
      /** The six digits that the authenticator app shows now; each code is accepted once. */
      readonly totp?: string
      /** One of the recovery codes, in place of a second factor that is lost; each is accepted once. */
      readonly recovery_code?: string
      /** `PublicKeyCredential.toJSON()` after `navigator.credentials.get()`. */
      readonly passkey?: {
        /** Credential id. */
        readonly id: string
        /** The same again. */
        readonly rawId: string
        /** Always `public-key`. */
        readonly type: "public-key"
        /** What extensions said; not read. */
        readonly clientExtensionResults: Readonly<Record<string, unknown>>
        /** The answer of the authenticator. */
        readonly response: {
          /** What the browser signed for. */
          readonly clientDataJSON: string
          /** What the authenticator says of itself. */
          readonly authenticatorData: string
          /** By the passkey. */
          readonly signature: string
          readonly userHandle?: string | null
        }
      }
    }
    answer: TokenResponse
  }
  /** Call a webhook again */
  redeliverWebhook: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Open an account */
  register: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, whatever their case. */
      readonly username: string
      /** 8 to 128 characters, whatever people write. */
      readonly password: string
      /** The same again. */
      readonly password_repeat?: string
      /** E-mail address; empty = none. */
      readonly email?: string
    }
    answer: {
      /** JWT, for the header `Authorization: Bearer …`. */
      readonly access_token: string
      /** Always `bearer`. */
      readonly token_type: "bearer"
      /** User UUID. */
      readonly id: string
      /** Username. */
      readonly username: string
      /** E-mail address, or empty. */
      readonly email: string
    }
  }
  /** Reject an invitation */
  rejectWalletShare: {
    path: { id: string }
    answer: {
      /** What was done. */
      readonly detail: string
    }
  }
  /** Remove a passkey */
  removePasskey: {
    path: { id: string }
    body?: {
      /** The present password. */
      readonly password?: string
    }
    answer: {
      /** What was done. */
      readonly detail: string
    }
  }
  /** Remove the authenticator app */
  removeTotp: {
    body: {
      /** The six digits that the authenticator app shows now; each code is accepted once. */
      readonly totp?: string
      /** One of the recovery codes, in place of a second factor that is lost; each is accepted once. */
      readonly recovery_code?: string
    }
    answer: {
      /** What was done. */
      readonly detail: string
    }
  }
  /** Remove a user's second factor */
  removeUserSecondFactor: {
    path: { user_id: string }
    answer: {
      /** What was done. */
      readonly detail: string
    }
  }
  /** Rename the wallet */
  renameWallet: {
    query?: { wallet_id?: string }
    body: {
      /** 1 to 64 characters. */
      readonly name: string
    }
    answer: Wallet
  }
  /** Make new recovery codes */
  renewRecoveryCodes: {
    body?: {
      /** The present password. */
      readonly password?: string
    }
    answer: {
      /** Ten codes, shown this once: each lets you in once without the second factor. Keep them apart from it. */
      readonly recovery_codes: readonly string[]
    }
  }
  /** Give the wallet new keys */
  resetWalletKeys: {
    query?: { wallet_id?: string }
    answer: Wallet
  }
  /** Revoke a token */
  revokeAclToken: {
    path: { acl_id: string; token_id: string }
    answer: {
      /** What was done. */
      readonly detail: string
    }
  }
  /** Make a new webhook secret */
  rotateWebhookSecret: {
    query?: { wallet_id?: string }
    answer: {
      /** `whsec_` and base64: the key of the `v1` signatures (HMAC-SHA256, Standard Webhooks). */
      readonly secret: string
      /** `whpk_` and base64: checks the `v1a` signatures (ed25519); the same for all wallets. */
      readonly public_key: string
      /** The newest 20 calls. */
      readonly deliveries: readonly WebhookDelivery[]
    }
  }
  /** Stop or resume outgoing payments */
  setHalt: {
    body: {
      /** true stops, false resumes. */
      readonly halted: boolean
      /** For the next operator. */
      readonly reason?: string
      /** With `halted: false`: what the node has now is right from here on, because you moved the difference there yourself (paid fees on chain, added funds, restored a backup). */
      readonly accept_difference?: boolean
    }
    answer: Halt
  }
  /** Settle a held payment */
  settlePayment: {
    path: { checking_id: string }
    query?: { wallet_id?: string }
    body?: SettlePayment
    answer: Detail
  }
  /** Top up a wallet */
  topUpWallet: {
    body: {
      /** Wallet id. */
      readonly id: string
      /** Satoshis; positive adds, negative subtracts, not zero. */
      readonly amount: number
    }
    answer: {
      /** Wallet id. */
      readonly wallet_id: string
      /** Millisatoshis. */
      readonly new_balance: number
    }
  }
  /** Unlink an identity */
  unlinkIdentity: {
    path: { id: string }
    answer: {
      /** Always `Identity unlinked`. */
      readonly detail: string
    }
  }
  /** Change your profile */
  updateCurrentUser: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, whatever their case. */
      readonly username?: string
      /** E-mail address; empty = none. */
      readonly email?: string
      /** What others read: at most 64 characters; empty = none. */
      readonly display_name?: string
    }
    answer: CurrentUser
  }
  /** Change a user */
  updateUser: {
    path: { user_id: string }
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, whatever their case. */
      readonly username?: string
      /** E-mail address; empty = none. */
      readonly email?: string
      /** Admin privileges. */
      readonly is_admin?: boolean
    }
    answer: {
      /** User UUID. */
      readonly id: string
      /** Username. */
      readonly username: string
      /** E-mail address, or empty. */
      readonly email: string
      /** Admin privileges. */
      readonly is_admin: boolean
    }
  }
}

/** Method and path of each operation. */
export const OPERATIONS: { readonly [Name in keyof Operations]: readonly [method: string, path: string] } = {
  acceptWalletShare: ['PUT', '/api/v1/wallet/share'],
  activateTotp: ['PUT', '/api/v1/auth/totp'],
  addPasskey: ['POST', '/api/v1/auth/passkeys'],
  adjustUserBalance: ['PUT', '/users/api/v1/user/{user_id}/balance'],
  beginPasskeyLogin: ['POST', '/api/v1/auth/passkey/options'],
  beginProviderLogin: ['GET', '/api/v1/auth/{provider}'],
  cancelPayment: ['DELETE', '/api/v1/payments/{checking_id}'],
  changeAcl: ['PUT', '/api/v1/auth/acls/{acl_id}'],
  changePassword: ['PUT', '/api/v1/auth/password'],
  changeSettings: ['PUT', '/api/v1/admin/settings'],
  changeSettingsOfAdmin: ['PUT', '/admin/api/v1/settings'],
  checkBooks: ['POST', '/api/v1/admin/check-books'],
  convert: ['POST', '/api/v1/conversion'],
  createAcl: ['POST', '/api/v1/auth/acls'],
  createAclToken: ['POST', '/api/v1/auth/acls/{acl_id}/tokens'],
  createPayment: ['POST', '/api/v1/payments'],
  createShortLink: ['POST', '/api/v1/tinyurl'],
  createUser: ['POST', '/users/api/v1/user'],
  createWallet: ['POST', '/api/v1/wallet'],
  decodeInvoice: ['POST', '/api/v1/payments/decode'],
  deleteAcl: ['DELETE', '/api/v1/auth/acls/{acl_id}'],
  deleteCurrentUser: ['DELETE', '/api/v1/auth/me'],
  deleteShortLink: ['DELETE', '/api/v1/tinyurl/{id}'],
  deleteUser: ['DELETE', '/users/api/v1/user/{user_id}'],
  deleteWallet: ['DELETE', '/api/v1/wallet'],
  downloadBackup: ['GET', '/admin/api/v1/backup'],
  endProviderLogin: ['GET', '/api/v1/auth/{provider}/token'],
  endWalletShare: ['DELETE', '/api/v1/wallet/share/{id}'],
  exchangeProviderCode: ['POST', '/api/v1/auth/{provider}/token'],
  exportPayments: ['GET', '/api/v1/payments/export'],
  followShortLink: ['GET', '/t/{id}'],
  getCurrentUser: ['GET', '/api/v1/auth'],
  getDailyStatistics: ['GET', '/api/v1/payments/stats/daily'],
  getFeeReserve: ['GET', '/api/v1/payments/fee-reserve'],
  getHalt: ['GET', '/api/v1/admin/halt'],
  getHealth: ['GET', '/api/v1/health'],
  getMetrics: ['GET', '/metrics'],
  getPayment: ['GET', '/api/v1/payments/{checking_id}'],
  getPaymentHistory: ['GET', '/api/v1/payments/history'],
  getRate: ['GET', '/api/v1/rate/{currency}'],
  getRateHistory: ['GET', '/api/v1/rate/history'],
  getSecondFactor: ['GET', '/api/v1/auth/second-factor'],
  getServerStatus: ['GET', '/api/v1/admin/status'],
  getSettings: ['GET', '/api/v1/admin/settings'],
  getSettingsOfAdmin: ['GET', '/admin/api/v1/settings'],
  getShortLink: ['GET', '/api/v1/tinyurl/{id}'],
  getStatus: ['GET', '/api/v1/status'],
  getTagStatistics: ['GET', '/api/v1/payments/stats/count'],
  getUser: ['GET', '/users/api/v1/user/{user_id}'],
  getWallet: ['GET', '/api/v1/wallet'],
  getWalletStatistics: ['GET', '/api/v1/payments/stats/wallets'],
  getWebhook: ['GET', '/api/v1/wallet/webhook'],
  installFirstSuperUser: ['PUT', '/api/v1/auth/first_install'],
  inviteToWallet: ['PUT', '/api/v1/wallet/share/invite'],
  linkNostrKey: ['POST', '/api/v1/auth/nostr/link'],
  linkProvider: ['POST', '/api/v1/auth/{provider}/link'],
  listAclEndpoints: ['GET', '/api/v1/auth/acls/endpoints'],
  listAcls: ['GET', '/api/v1/auth/acls'],
  listAuditLog: ['GET', '/admin/api/v1/audit'],
  listCurrencies: ['GET', '/api/v1/currencies'],
  listIdentities: ['GET', '/api/v1/auth/identities'],
  listLoginMethods: ['GET', '/api/v1/auth/methods'],
  listPasskeys: ['GET', '/api/v1/auth/passkeys'],
  listPayments: ['GET', '/api/v1/payments'],
  listPaymentsPaginated: ['GET', '/api/v1/payments/paginated'],
  listShortLinks: ['GET', '/api/v1/tinyurl'],
  listUsers: ['GET', '/users/api/v1/user'],
  listWalletShares: ['GET', '/api/v1/wallet/share'],
  listWallets: ['GET', '/api/v1/wallets'],
  listWalletsPaginated: ['GET', '/api/v1/wallet/paginated'],
  listWebhookDeliveries: ['GET', '/api/v1/wallet/webhook/deliveries'],
  logOutEverywhere: ['POST', '/api/v1/auth/logout-everywhere'],
  login: ['POST', '/api/v1/auth'],
  loginByPasskey: ['POST', '/api/v1/auth/passkey'],
  loginByUserId: ['POST', '/api/v1/auth/usr'],
  loginWithNostr: ['POST', '/api/v1/auth/nostr'],
  openWebSocket: ['GET', '/api/v1/ws'],
  openWebSocketOf: ['GET', '/api/v1/ws/{id}'],
  preparePasskey: ['POST', '/api/v1/auth/passkeys/options'],
  prepareTotp: ['POST', '/api/v1/auth/totp'],
  proveSecondFactor: ['POST', '/api/v1/auth/second-factor'],
  redeliverWebhook: ['POST', '/api/v1/wallet/webhook/deliveries/{id}/redeliver'],
  register: ['POST', '/api/v1/auth/register'],
  rejectWalletShare: ['DELETE', '/api/v1/wallet/share/invite/{id}'],
  removePasskey: ['DELETE', '/api/v1/auth/passkeys/{id}'],
  removeTotp: ['DELETE', '/api/v1/auth/totp'],
  removeUserSecondFactor: ['DELETE', '/users/api/v1/user/{user_id}/second-factor'],
  renameWallet: ['PUT', '/api/v1/wallet'],
  renewRecoveryCodes: ['POST', '/api/v1/auth/recovery-codes'],
  resetWalletKeys: ['PUT', '/api/v1/wallet/reset'],
  revokeAclToken: ['DELETE', '/api/v1/auth/acls/{acl_id}/tokens/{token_id}'],
  rotateWebhookSecret: ['POST', '/api/v1/wallet/webhook/rotate'],
  setHalt: ['PUT', '/api/v1/admin/halt'],
  settlePayment: ['PUT', '/api/v1/payments/{checking_id}'],
  topUpWallet: ['PUT', '/api/v1/admin/topup'],
  unlinkIdentity: ['DELETE', '/api/v1/auth/identities/{id}'],
  updateCurrentUser: ['PUT', '/api/v1/auth/me'],
  updateUser: ['PUT', '/users/api/v1/user/{user_id}'],
}
