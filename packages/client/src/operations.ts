// Written by `npm run client` from the wallet service’s /openapi.json: not to be edited.

/** An access control list. */
export type Acl = {
  /** Identifies the list: `acl_id`. */
  readonly id: string
  /** Name. */
  readonly name: string
  /** The endpoints that its tokens may call. */
  readonly allowed_endpoints: readonly string[]
  /** ISO 8601. */
  readonly created_at: string
  /** The program that asked for it on the consent page; null = made by hand. */
  readonly client_id: string | null
  /** Its tokens, oldest first. */
  readonly tokens: readonly AclToken[]
}

/** A token of an access list. */
export type AclToken = {
  /** Identifies the token; the token itself is not shown again. */
  readonly id: string
  /** Name, or empty. */
  readonly name: string
  /** The only wallet it acts on; null = all of yours. */
  readonly wallet_id: string | null
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

/** An extension, as the super user sees it. */
export type AdminExtension = {
  /** Also the first segment of its paths. */
  readonly id: string
  /** The same value as `id`. */
  readonly ext_id: string
  /** Its display name. */
  readonly name: string
  /** One sentence about the extension. */
  readonly short_description: string
  /** The name of an icon. */
  readonly icon: string | null
  /** What it is for: `receive`, `pay`, `shop`, `connect`, `device`, `identity` or `automate`; null = its publisher does not say. */
  readonly category: string | null
  /** The authors of the extension. */
  readonly contributors: readonly string[]
  /** The installed version; if none, the newest that would run here. */
  readonly version: string
  /** The newest that is offered. */
  readonly latest_version: string
  /** For this account. */
  readonly installed: boolean
  /** For this account: its endpoints answer. */
  readonly active: boolean
  /** Its code runs here: false where SERVICE_EXTENSION_CODE is off, and for packages that need another version. */
  readonly runs: boolean
  /** It is on this server and switched on. */
  readonly available: boolean
  /** There is a version that runs here. */
  readonly compatible: boolean
  /** Only administrators can use it. */
  readonly admin_only: boolean
  /** Part of this service: free, there without a network, and updated with it. */
  readonly builtin: boolean
  /** `builtin`, `official`, `local`, the URL of a manifest, or organisation/repository. */
  readonly source_repo: string
  /** What its publisher asks for installing it on the server; null = nothing. */
  readonly pay_to_install: ExtensionPrice | null
  /** What is asked of each account that activates it; null = nothing. */
  readonly pay_to_enable: ExtensionPrice | null
  /** The permissions of the extension beyond storing its own rows. */
  readonly permissions: readonly ExtensionPermission[]
  /** 1 (stores rows) to 5 (pays any destination), from its permissions. */
  readonly risk: number
  /** SHA-256 of the archive in use. */
  readonly hash: string | null
  /** The ed25519 key that signed the version in use, in hex; null = unsigned. */
  readonly publisher: string | null
  /** When this version was installed: Unix seconds. */
  readonly installed_at: number | null
  /** Id of the user who did, or `environment`. */
  readonly installed_by: string | null
  /** What `rollback` goes back to. */
  readonly previous_version: string | null
  /** How many accounts use it. */
  readonly accounts_active: number
  /** Bytes of its package and of everything it keeps. */
  readonly storage_bytes: number
  /** How often it had to be stopped lately. */
  readonly strikes: number
  /** Why it cannot be installed, or is off; null = nothing is wrong. */
  readonly rejected_reason: string | null
  /** When the oldest catalogue in use was fetched: Unix seconds. */
  readonly catalogue_fetched_at: number | null
}

/** Something an operator has to know. */
export type Alarm = {
  /** Ascends in the order of raising. */
  readonly id: number
  /** The kind of the alarm; the guide, "Stuck money", lists all kinds. */
  readonly kind: string
  /** The payment or receipt it is about. */
  readonly reference: string
  /** Details, as text. */
  readonly detail: string
  /** When: Unix seconds. */
  readonly at: number
  /** Unix seconds; null = open. */
  readonly acknowledged_at: number | null
  /** The user id of the operator. */
  readonly acknowledged_by: string | null
}

export type BitcoinswitchItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What the device is called. */
  readonly title?: string
  /** Of the prices: `sat` or ISO 4217. */
  readonly currency?: string
  /** What can be switched. */
  readonly switches?: readonly {
    /** The pin of the device; each once. */
    readonly pin?: number
    /** What it costs, in `currency`; converted when it is paid. */
    readonly amount?: number
    /** How long the pin is on, milliseconds. */
    readonly duration?: number
    /** Up to 100 times the price may be paid, for as many times the duration (at most an hour). */
    readonly variable?: boolean
    /** The payer may send the device some words. */
    readonly comment?: boolean
    /** What people read: `Coffee`. */
    readonly label?: string
    /** The pay link, as LNURL. */
    readonly lnurl?: string
  }[]
  /** Payments are taken only when their comment has it, as whole words. Only with the admin key. */
  readonly password?: string
  /** True: nothing can be paid. */
  readonly disabled?: boolean
  /** Asks wallets not to store the pay links. */
  readonly disposable?: boolean
  /** Nothing can be paid while no device is connected. */
  readonly require_device?: boolean
  /** Devices connect without `device_token`: anyone who knows the id can listen. For devices that were made for LNbits. */
  readonly open_socket?: boolean
  /** A device is connected. */
  readonly online?: boolean
  /** Unix seconds; put off while the device is connected. */
  readonly online_until?: number
  /** ISO 8601. */
  readonly last_triggered_at?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
}

export type BoltcardsItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What its owner calls it. */
  readonly card_name?: string
  /** The UID of the chip, 14 hex digits. */
  readonly uid?: string
  /** The most that one tap pays, satoshis. */
  readonly tx_limit?: number
  /** The most that it pays a day (in `timezone`), satoshis, routing fees included. At least tx_limit. */
  readonly daily_limit?: number
  /** False: it pays nothing. */
  readonly enable?: boolean
  /** Where its days begin: an IANA name, `Europe/Rome`. */
  readonly timezone?: string
  /** The key that changes the card, 32 hex digits; made when it is left out. Only with the admin key. */
  readonly k0?: string
  /** The key that hides UID and counter; made when it is left out. Only with the admin key. */
  readonly k1?: string
  /** The key that signs a tap; made when it is left out. Only with the admin key. */
  readonly k2?: string
  /** k0 before the last change. Only with the admin key. */
  readonly prev_k0?: string
  /** k1 before the last change. Only with the admin key. */
  readonly prev_k1?: string
  /** k2 before the last change. Only with the admin key. */
  readonly prev_k2?: string
  /** Names the card in the address that is written on it. */
  readonly external_id?: string
  /** Of the last tap: each has to be higher. */
  readonly counter?: number
  /** Until when: Unix seconds. */
  readonly otp_expires_at?: number
  /** Paid or in flight today (in `timezone`), satoshis. */
  readonly spent_today?: number
  /** The last day on which it paid. */
  readonly spent_on?: string
  /** ISO 8601. */
  readonly last_tap_at?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
}

/** A payee of yours. */
export type Contact = {
  /** Identifies the contact. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** A Lightning address in lower case, or an LNURL. */
  readonly target: string
  /** Your note, or empty. */
  readonly note: string
  /** Time of creation: Unix seconds. */
  readonly created_at: number
  /** Time of its newest noted payment: Unix seconds; null = none. */
  readonly last_used_at: number | null
}

/** Contacts as a file. */
export type ContactFile = {
  /** By name. */
  readonly contacts: readonly {
    readonly name: string
    readonly target: string
    readonly note: string
  }[]
}

export type CopilotItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** Its name, for viewers too. */
  readonly title?: string
  /** Which animation is played from how many satoshis; kept in ascending order. */
  readonly animations?: readonly {
    /** What is drawn. */
    readonly name?: string
    /** Played for payments from here up, satoshis. No two have the same. */
    readonly threshold?: number
    /** Called (`POST`, JSON, signed, retried) when it is played for a payment. */
    readonly webhook_url?: string
  }[]
  /** In place of animations: what is drawn. */
  readonly animation1?: string
  /** In place of animations: from how many satoshis. */
  readonly animation1threshold?: number
  /** In place of animations: which webhook is called. */
  readonly animation1webhook?: string
  /** In place of animations: what is drawn. */
  readonly animation2?: string
  /** In place of animations: from how many satoshis. */
  readonly animation2threshold?: number
  /** In place of animations: which webhook is called. */
  readonly animation2webhook?: string
  /** In place of animations: what is drawn. */
  readonly animation3?: string
  /** In place of animations: from how many satoshis. */
  readonly animation3threshold?: number
  /** In place of animations: which webhook is called. */
  readonly animation3webhook?: string
  /** Viewers can pay by LNURL; the overlay shows its QR code. */
  readonly lnurl_toggle?: boolean
  /** What payers read; default the title. */
  readonly lnurl_title?: string
  /** The overlay shows the comments of payers. */
  readonly show_message?: boolean
  /** The overlay thanks for each payment with its amount. */
  readonly show_ack?: boolean
  /** A currency: the overlay shows the price of bitcoin in it. Empty: no price. */
  readonly show_price?: string
  /** The camera of the streaming computer fills the overlay. */
  readonly fullscreen_cam?: boolean
  /** A page (https) that fills the overlay, without rights on this service. */
  readonly iframe_url?: string
  /** What has come in. In satoshis. */
  readonly amount_made?: number
  /** Where viewers pay; absent while lnurl_toggle is false. */
  readonly lnurl?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

/** Make an invoice, or pay one. Optional fields that are null count as absent; `out` is true when there is only `bolt11`. */
export type CreatePayment = {
  /** false: make an invoice. true: pay one. */
  readonly out: boolean
  /** Receive: satoshis, a whole number from 1 (with `unit`, units of that currency, fractions allowed). Send: only for invoices that name no amount. */
  readonly amount?: number
  /** Receive: true makes an invoice that names no amount; the payer chooses it. In place of `amount`, and only where `can_receive_any_amount` of `GET /api/v1/status` is true. */
  readonly any_amount?: boolean
  /** Of `amount` when receiving: `sat`, or a currency code; then it is converted once, at the current rate, and floored to whole satoshis. When sending only `sat`. */
  readonly unit?: string
  /** The payer reads it. With `out: true` a note of your own, in place of what the invoice says. At most 639 bytes of UTF-8. */
  readonly memo?: string
  /** Receive: seconds until the invoice expires, 3600 unless given. */
  readonly expiry?: number
  /** http(s) URL that is called once: when the invoice is paid, or with `out: true` when the payment is final, `success` or `failed`. */
  readonly webhook?: string
  /** Anything of yours: at most 4 kB and 5 levels; `tag` groups payments. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Receive: committed to instead of the memo: 64 hex characters, in any case of letters. */
  readonly description_hash?: string
  /** The same, as the text in UTF-8 that is hashed, or as its bytes in hex. `description_hash` wins. */
  readonly unhashed_description?: string
  /** Receive: hold what arrives until you settle or cancel it. */
  readonly hold?: boolean
  /** Receive: a hold invoice for your own hash, 64 hex characters: you keep the preimage. */
  readonly payment_hash?: string
  /** Send: the invoice to pay, as `decode` finds it. */
  readonly bolt11?: string
  /** Receive: a withdraw link that gets the invoice immediately and then pays it. */
  readonly lnurl_withdraw?: string | {
    /** The URL that receives the invoice. */
    readonly callback: string
    /** Names the offer. */
    readonly k1: string
    /** The least amount. Millisatoshis. */
    readonly minWithdrawable?: number
    /** The largest amount. Millisatoshis. */
    readonly maxWithdrawable?: number
    /** The memo, unless there is one. */
    readonly defaultDescription?: string
  }
}

/** An invoice that was made, or a payment that was sent. */
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
  /** True: the invoice names no amount, and `amount` is 0. Else absent. */
  readonly any_amount?: boolean
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
  /** The name that other users see, or empty. */
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
  /** Wallets of others that wait for your answer, oldest first, at most 100; none for an ACL token. */
  readonly wallet_invitations: readonly {
    /** For `PUT /api/v1/wallet/share`. */
    readonly share_request_id: string
    /** Name of the wallet. */
    readonly wallet_name: string
    /** Username of its owner. */
    readonly owner: string
    /** Your permissions after you accept. */
    readonly permissions: readonly string[]
  }[]
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

/** Confirmation. */
export type Detail = {
  /** Confirmation, as text. */
  readonly detail: string
}

/** Body of an error answer. */
export type ErrorBody = {
  /** Human-readable error message. */
  readonly detail: string
  /** The error, as a fixed word for programs. */
  readonly code: string
  /** The numbers and names in `detail`, where it has some. */
  readonly params?: Readonly<Record<string, string | number>>
}

export type EventsItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What it is called. */
  readonly name?: string
  /** What visitors should know. Line breaks are kept. */
  readonly info?: string
  /** The last day on which tickets are sold, in `timezone`. */
  readonly closing_date?: string
  /** Its first day; not before `closing_date`. */
  readonly event_start_date?: string
  /** Its last day. */
  readonly event_end_date?: string
  /** IANA name: `Europe/Lisbon`. */
  readonly timezone?: string
  /** How many tickets there are. Never less than `sold` and `reserved` together. */
  readonly amount_tickets?: number
  /** In `currency`; 0 = free. */
  readonly price_per_ticket?: number
  /** `sat`, or a currency of `GET /api/v1/currencies`. */
  readonly currency?: string
  /** A picture (https) for the page. */
  readonly banner?: string
  /** Discounts. Only with the admin key. */
  readonly promo_codes?: readonly {
    /** What buyers type, in letters of any case. */
    readonly code?: string
    /** How much less. */
    readonly discount_percent?: number
    /** False: not accepted now. */
    readonly active?: boolean
    /** In how many orders; absent = any number. */
    readonly max_uses?: number
  }[]
  /** Takes place only if `min_tickets` are sold by the closing date; else it is canceled and refunded. */
  readonly conditional?: boolean
  /** For `conditional`. */
  readonly min_tickets?: number
  /** How many tickets one order may have. */
  readonly max_per_order?: number
  /** Added to the mail that brings the tickets. */
  readonly mail_text?: string
  /** Set it to true to cancel the event: every paid ticket is refunded. It cannot be undone. */
  readonly canceled?: boolean
  /** Tickets that are paid, or free and taken. */
  readonly sold?: number
  /** Tickets in orders that can still be paid. */
  readonly reserved?: number
  /** What has been paid for tickets, satoshis. */
  readonly received_sat?: number
  /** What is refunded, or being refunded, satoshis. */
  readonly refunded_sat?: number
  /** Of a canceled event: `running` until every ticket has been processed, `owed` as long as a refund is in flight, or waits for the next try or for an address, `done` when nothing is owed. */
  readonly refunds?: string
  /** Whether it is still to be decided if a conditional event takes place. */
  readonly decision?: string
  /** How often each code is used, reserved orders included. Only with the admin key. */
  readonly promo_uses?: readonly {
    /** The code. */
    readonly code?: string
    /** In how many orders. */
    readonly used?: number
  }[]
  /** A picture (https) above the title of its pages. */
  readonly logo?: string
  /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
  readonly color?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

/** An extension, as this account sees it. */
export type Extension = {
  /** Also the first segment of its paths. */
  readonly id: string
  /** The same value as `id`. */
  readonly ext_id: string
  /** Its display name. */
  readonly name: string
  /** One sentence about the extension. */
  readonly short_description: string
  /** The name of an icon. */
  readonly icon: string | null
  /** What it is for: `receive`, `pay`, `shop`, `connect`, `device`, `identity` or `automate`; null = its publisher does not say. */
  readonly category: string | null
  /** The authors of the extension. */
  readonly contributors: readonly string[]
  /** The installed version; if none, the newest that would run here. */
  readonly version: string
  /** The newest that is offered. */
  readonly latest_version: string
  /** For this account. */
  readonly installed: boolean
  /** For this account: its endpoints answer. */
  readonly active: boolean
  /** Its code runs here: false where SERVICE_EXTENSION_CODE is off, and for packages that need another version. */
  readonly runs: boolean
  /** It is on this server and switched on. */
  readonly available: boolean
  /** There is a version that runs here. */
  readonly compatible: boolean
  /** Only administrators can use it. */
  readonly admin_only: boolean
  /** Part of this service: free, there without a network, and updated with it. */
  readonly builtin: boolean
  /** `builtin`, `official`, `local`, the URL of a manifest, or organisation/repository. */
  readonly source_repo: string
  /** What its publisher asks for installing it on the server; null = nothing. */
  readonly pay_to_install: ExtensionPrice | null
  /** What is asked of each account that activates it; null = nothing. */
  readonly pay_to_enable: ExtensionPrice | null
  /** The permissions of the extension beyond storing its own rows. */
  readonly permissions: readonly ExtensionPermission[]
  /** 1 (stores rows) to 5 (pays any destination), from its permissions. */
  readonly risk: number
}

/** A request that the owner can make. */
export type ExtensionAction = {
  /** Names it within the extension. */
  readonly id: string
  /** For people. */
  readonly label: string
  /** Of the request. */
  readonly method: string
  /** Of the request: `/events/api/v1/{id}/tickets/{ticket}/register`. */
  readonly path: string
  /** The object of the action: `item`, `row` or `extension`. */
  readonly of: string
  /** Which field of the row fills which parameter of the path. */
  readonly row?: {
    readonly param: string
    readonly field: string
  }
  /** The web app asks first. */
  readonly danger: boolean
  /** The question before the action runs. */
  readonly confirm?: string
  /** Of the body. */
  readonly fields: readonly ExtensionField[]
  /** Of the answer. */
  readonly answer: readonly ExtensionField[]
}

/** The description from which the owner’s pages of an extension are built. */
export type ExtensionDescription = {
  /** Which extension. */
  readonly id: string
  /** Its name. */
  readonly name: string
  /** A description of the action. */
  readonly about: string
  /** `receive`, `pay`, `shop`, `connect`, `device`, `identity` or `automate`. */
  readonly category?: string
  /** The noun for an item. */
  readonly noun: {
    readonly one: string
    readonly many: string
  }
  /** The path of its items: list, create, and below it read, change and delete. */
  readonly base: string
  /** Fields for a list, the title first. */
  readonly columns: readonly string[]
  /** Fields that filter the list. */
  readonly filters: readonly string[]
  /** Of an item. */
  readonly fields: readonly ExtensionField[]
  /** Query parameters of a creation. */
  readonly options: readonly ExtensionField[]
  /** Names of the groups of fields. */
  readonly groups: Readonly<Record<string, string>>
  /** The links of an item. */
  readonly links: readonly {
    readonly id: string
    readonly label: string
    /** `open`, `copy`, `qr`, `nfc`, `print` or `download`. */
    readonly kind: string
    /** With names of fields in braces. */
    readonly path?: string
    /** The field whose value is used. */
    readonly field?: string
  }[]
  /** The lists of an item, or of the extension. */
  readonly lists: readonly {
    readonly id: string
    readonly label: string
    readonly path: string
    /** `item` or `extension`. */
    readonly of: string
    /** `list`: rows; `object`: one object. */
    readonly kind: string
    /** It takes `limit` and `offset`. */
    readonly paged: boolean
    readonly fields: readonly ExtensionField[]
    readonly actions: readonly ExtensionAction[]
  }[]
  /** The actions on an item. */
  readonly actions: readonly ExtensionAction[]
}

/** A field of an item, of a body or of an answer. */
export type ExtensionField = {
  /** In bodies and items. */
  readonly name: string
  /** `text`, `sat`, `money`, `walletRef`, `list`, … */
  readonly type: string
  /** For people. */
  readonly label: string
  /** A sentence about it. */
  readonly help?: string
  /** Fields of one group stand together. */
  readonly group?: string
  /** Few people need it. */
  readonly advanced?: boolean
  /** An example value. */
  readonly example?: string
  /** It has to be given. */
  readonly required: boolean
  /** `null` removes it. */
  readonly optional: boolean
  /** Set by the extension. */
  readonly server: boolean
  /** Cannot be changed later. */
  readonly fixed: boolean
  /** The audience: `owner`, `admin`, `once` or `public`. */
  readonly show: string
  /** The value if the field is omitted. */
  readonly default?: unknown
  /** The least, or the shortest. */
  readonly min?: number
  /** The most, or the longest. */
  readonly max?: number
  /** The values it may have. */
  readonly options?: readonly {
    readonly value: string
    readonly label: string
  }[]
  /** Of a list: the fields of an element, in this form. */
  readonly of?: readonly unknown[]
  /** What a text (`lines`, `line`, `code`, `url`, `email`, `phone`, `timezone`, `currency`, `color`, `watchonly`, `psbt`, `picture`, `photo`, `moment`, `schedule`, `reason`) or a number (`seconds`, `minutes`, `milliseconds`, `weekday`, `percent`) is. */
  readonly as?: string
  /** Its elements are plain values. */
  readonly isPlain?: boolean
  /** How many elements it may have. */
  readonly maxItems?: number
  /** How many it must have. */
  readonly minItems?: number
}

/** What an extension may do, and why. */
export type ExtensionPermission = {
  /** The permission: `receive`, `spend`, `http`, … */
  readonly id: string
  /** Why it needs the permission, in the words of its publisher. */
  readonly reason: string
  /** Of `spend`: `own`, `listed` or `any` destination. */
  readonly to?: string
  /** Of `http`: the hosts it may call. */
  readonly hosts?: readonly string[]
}

/** What an extension costs. */
export type ExtensionPrice = {
  /** Satoshis. */
  readonly amount: number
  /** The purpose of the payment. */
  readonly description: string
  /** The host of the wallet that is paid; empty = this server. */
  readonly wallet: string
  /** The wallet on that host. */
  readonly wallet_id: string
}

/** A version that can be installed. */
export type ExtensionRelease = {
  /** Which extension. */
  readonly ext_id: string
  /** Its version. */
  readonly version: string
  /** The description by its publisher. */
  readonly description: string
  /** What is new in this version, in the words of its publisher; null = not stated. */
  readonly notes: string | null
  /** What it may do beyond keeping its own rows; null = its catalogue does not list them. */
  readonly permissions: readonly ExtensionPermission[] | null
  /** The first version of this service it runs on; null = any. */
  readonly min_service_version: string | null
  /** The first it does not run on any more; null = none. */
  readonly max_service_version: string | null
  /** SHA-256 of its archive; null = not published. */
  readonly hash: string | null
  /** The catalogue that offers it. */
  readonly source_repo: string
  /** The ed25519 key that signed it, in hex; null = unsigned. */
  readonly publisher: string | null
  /** It runs on this version of the service. */
  readonly compatible: boolean
  /** It is the one in use. */
  readonly installed: boolean
  /** Its publisher has revoked it: it cannot be installed. */
  readonly revoked: boolean
}

export type FossaItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** Its name, which customers read. */
  readonly title?: string
  /** Of the cash: a currency code, or `sat`. */
  readonly currency?: string
  /** How many digits of the amounts in its codes are behind the point: with 2, 1250 is 12.50. Default: the digits of the currency in ISO 4217 when the machine is created. */
  readonly digits?: number
  /** Percent of the amount that its operator keeps. */
  readonly profit?: number
  /** The most that is paid out on a day (UTC), satoshis, routing fees included. */
  readonly daily_limit?: number
  /** The most that one code is worth, satoshis. Devices whose codes carry no signature need it. */
  readonly max_claim?: number
  /** False: nothing is paid out now. */
  readonly enabled?: boolean
  /** Days that a scanned code stays good; 0 = forever. */
  readonly valid_days?: number
  /** Paid out or in flight, satoshis. */
  readonly claimed_total?: number
  /** Codes paid out or in flight today (UTC). */
  readonly claims_today?: number
  /** What they are worth, satoshis. */
  readonly claimed_today?: number
  /** The day (UTC) of the newest of them. */
  readonly last_day?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
}

/** Whether outgoing payments are halted, and what an operator has to know. */
export type Halt = {
  /** Outgoing payments are rejected; reading and receiving continue. */
  readonly halted: boolean
  /** Why; null while they are not. */
  readonly reason: string | null
  /** Why outgoing payments wait for a comparison of the node with the books, which the service makes automatically; null if they do not wait. */
  readonly comparison_due: string | null
  /** Alarms that are not acknowledged, newest first, at most 100. */
  readonly alarms: readonly {
    /** For `PUT /api/v1/admin/alarms/{id}`. */
    readonly id: number
    /** The kind of the alarm. */
    readonly kind: string
    /** The payment or receipt it is about. */
    readonly reference: string
    /** Details, as text. */
    readonly detail: string
    /** When: Unix seconds. */
    readonly at: number
  }[]
}

/** The outcome for a held payment. */
export type HoldDecision = {
  /** Confirmation, as text. */
  readonly detail: string
  /** Present while the Lightning node has not confirmed the decision. */
  readonly status?: "pending"
  /** Besides `status`: the decision, which is final. */
  readonly decision?: "settle" | "cancel"
}

/** An identity elsewhere that lets you in here. */
export type Identity = {
  /** Names the link, for unlinking. */
  readonly id: string
  /** `google`, `github`, `keycloak` or `nostr`. */
  readonly provider: string
  /** The display name of the provider. */
  readonly provider_label: string
  /** Your permanent id at the provider; for Nostr the public key in hex. */
  readonly subject: string
  /** A label of the identity, such as your name at the provider; or empty. */
  readonly label: string
  /** The e-mail address that the provider has verified, or empty. */
  readonly email: string
  /** Time of linking, ISO 8601. */
  readonly created_at: string
  /** Time of the last log-in with it, or of linking, ISO 8601. */
  readonly last_used_at: string
}

/** The problems of a request, with the place of each. */
export type InvalidBody = {
  /** The first problem, human-readable. */
  readonly detail: string
  /** The error, as a fixed word for programs. */
  readonly code: string
  /** The numbers and names in `detail`, where it has some. */
  readonly params?: Readonly<Record<string, string | number>>
  /** All of them. */
  readonly errors: readonly ValidationError[]
}

/** The problems of a request for a payment. */
export type InvalidPayment = {
  /** The first problem, human-readable. */
  readonly detail: string
  /** The error, as a fixed word for programs. */
  readonly code: string
  /** The numbers and names in `detail`, where it has some. */
  readonly params?: Readonly<Record<string, string | number>>
  /** All of them. */
  readonly errors: readonly ValidationError[]
  /** Of a request to pay: `failed` when nothing was or will be sent for it; `success` or `pending` when this wallet has paid the invoice or is paying it. Absent when that is not known. */
  readonly status?: "pending" | "success" | "failed"
}

/** The state of an invoice of an extension. */
export type InvoiceState = {
  /** The money is there. */
  readonly paid?: boolean
  /** It can no longer be paid. */
  readonly expired?: boolean
  /** Until when it can be paid: ISO 8601. */
  readonly expires_at?: string
}

export type InvoicesItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** draft, open, paid or canceled. Drafts are opened or canceled, open ones canceled; only payments make one paid. */
  readonly status?: string
  /** Of all its amounts: sat or an ISO 4217 code. Frozen once it is open. */
  readonly currency?: string
  /** Its number, unlike all others of the wallet. Default: the year and the next free one, 2026-0001. */
  readonly number?: string
  /** Who bills. This and the other fields of the seller default to those of the last invoice of the wallet. */
  readonly seller_name?: string
  /** Of who bills; line breaks are kept. */
  readonly seller_address?: string
  /** Tax or VAT number of who bills. */
  readonly seller_tax_number?: string
  /** Whom it is for. */
  readonly company_name?: string
  /** Whom it is for. */
  readonly first_name?: string
  /** Whom it is for. */
  readonly last_name?: string
  /** Where the receipt goes when all is paid, if this service sends mail and the address of the account is verified. */
  readonly email?: string
  /** Of whom it is for. */
  readonly phone?: string
  /** Tax or VAT number of whom it is for. */
  readonly tax_number?: string
  /** Of whom it is for; line breaks are kept. */
  readonly address?: string
  /** What is billed. Frozen once it is open. */
  readonly items?: readonly {
    /** What it is. */
    readonly description?: string
    /** Price of one, without tax, in the currency: at least 0.01, or 1 sat. */
    readonly amount?: number
    /** How many. */
    readonly quantity?: number
  }[]
  /** Percent of tax, added to the sum of the items. Frozen once it is open. */
  readonly tax_percent?: number
  /** Until when it should be paid. */
  readonly due_at?: string
  /** Below the items; line breaks are kept. */
  readonly notes?: string
  /** What is to be paid, with tax, in the currency. */
  readonly total?: number
  /** What has been paid, in the currency. */
  readonly paid_total?: number
  /** More has been paid than was to be. */
  readonly overpaid?: boolean
  /** What has been paid, oldest first. */
  readonly payments?: readonly {
    /** In the currency, at the rate when it was asked for. */
    readonly amount?: number
    /** Satoshis that arrived. */
    readonly sats?: number
    /** When: ISO 8601. */
    readonly time?: string
    /** Of the payment. */
    readonly payment_hash?: string
  }[]
  /** Its page, while it is open or paid. */
  readonly public_url?: string
  /** A picture (https) above the title of its pages. */
  readonly logo?: string
  /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
  readonly color?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

/** A label of payments. */
export type LabelCount = {
  /** The label. */
  readonly label: string
  /** How many payments have it. */
  readonly count: number
}

export type LncalendarItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What visitors book. */
  readonly name?: string
  /** First day of the week with slots; 0 = Monday. */
  readonly start_day?: number
  /** Last day of the week with slots; before start_day: over the weekend. */
  readonly end_day?: number
  /** When the first slot of a day begins, HH:MM in the time zone. */
  readonly start_time?: string
  /** When the last slot of a day has ended at the latest, HH:MM in the time zone. `24:00`, `00:00` and `23:59` are the end of the day. */
  readonly end_time?: string
  /** IANA time zone, such as Europe/Berlin. */
  readonly timezone?: string
  /** Length of a slot, minutes. */
  readonly slot_minutes?: number
  /** Price of a slot, in currency. */
  readonly amount?: number
  /** Of the amount: sat or ISO 4217. */
  readonly currency?: string
  /** How long before its start a slot can be booked at the latest, minutes. */
  readonly lead_minutes?: number
  /** How far ahead slots can be booked, days. */
  readonly horizon_days?: number
  /** Called (`POST`, JSON, signed, retried) for every paid booking. */
  readonly webhook_url?: string
  /** Paid bookings. */
  readonly booked_count?: number
  /** A picture (https) above the title of its pages. */
  readonly logo?: string
  /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
  readonly color?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

export type LndhubItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** Which app or person uses it. */
  readonly label?: string
  /** `invoice`: it receives and reads. `admin`: it also pays. */
  readonly mode?: string
  /** The most that one payment may be, satoshis. */
  readonly max_payment?: number
  /** The most that it pays a day (UTC), satoshis, routing fees included; without it, what the wallet holds. */
  readonly daily_limit?: number
  /** From then on logins and all calls are rejected: ISO 8601, UTC (`2027-01-31T12:00:00Z`). */
  readonly expires_at?: string
  /** True: closed, and all logins are ended. */
  readonly revoked?: boolean
  /** The user name. */
  readonly login?: string
  /** When it was last used, to some minutes: ISO 8601. */
  readonly last_used_at?: string
  /** Paid or in flight today (UTC), satoshis. */
  readonly spent_today?: number
  /** The last day on which it paid. */
  readonly spent_on?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
}

export type LnticketItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What the form is called. */
  readonly name?: string
  /** What visitors should know. */
  readonly description?: string
  /** What a word costs, or the whole message, satoshis. */
  readonly amount?: number
  /** True: `amount` is for the whole message. */
  readonly flatrate?: boolean
  /** The longest message. */
  readonly max_words?: number
  /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
  readonly webhook_url?: string
  /** Where paid messages are mailed to: the verified address of the account. */
  readonly notify_email?: string
  /** What messages have brought, satoshis. */
  readonly amountmade?: number
  /** How many were paid for. */
  readonly ticket_count?: number
  /** A picture (https) above the title of its pages. */
  readonly logo?: string
  /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
  readonly color?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

/** The service took the signature. */
export type LnurlLoggedIn = {
  /** Always true. */
  readonly success: boolean
  /** Where, for people. */
  readonly detail: string
  /** Where. */
  readonly domain: string
  /** The identity of the wallet at the service: a public key, the same at every log-in. */
  readonly key: string
}

/** The service to log in to: `lnurl` or `callback` is required. */
export type LnurlLogin = {
  /** A text with one LNURL in any form: `lnurl1…`, `lnurlp://…` and the like, a link with a `lightning` parameter, a Lightning address, a page of this installation that shows one, or its URL. */
  readonly lnurl?: string
  /** Instead of `lnurl`: the `callback` that `lnurlscan` answered. */
  readonly callback?: string
}

/** The offer of an LNURL. */
export type LnurlOffer = {
  /** The action that it offers: pay, be paid, log in; channels are opened by node operators. */
  readonly kind: "pay" | "withdraw" | "auth" | "channel"
  /** The same as LNURL says it. */
  readonly tag: string
  /** The domain of the service: show it before anything is sent. */
  readonly domain: string
  /** For the next step, if the LNURL is not to be asked again. */
  readonly callback?: string
  /** pay: the least amount. Millisatoshis. */
  readonly minSendable?: number
  /** pay: the largest amount. Millisatoshis. */
  readonly maxSendable?: number
  /** withdraw: the least amount. Millisatoshis. */
  readonly minWithdrawable?: number
  /** withdraw: the largest amount. Millisatoshis. */
  readonly maxWithdrawable?: number
  /** pay, withdraw: both amounts are the same. */
  readonly fixed?: boolean
  /** pay: what it is for, as it was sent. */
  readonly metadata?: string
  /** pay, withdraw: what it is for, in words. */
  readonly description?: string
  /** pay: what the invoice will commit to, 64 hex characters. */
  readonly description_hash?: string
  /** pay: a picture, as a `data:` URL. */
  readonly image?: string
  /** pay: the Lightning address, as the service itself writes it. */
  readonly targetUser?: string
  /** pay: the longest comment in characters; 0 = none is taken. */
  readonly commentAllowed?: number
  /** pay: false when the link is worth keeping. */
  readonly disposable?: boolean
  /** pay: takes zaps. */
  readonly allowsNostr?: boolean
  /** pay: who signs the receipts of zaps. */
  readonly nostrPubkey?: string
  /** withdraw, auth: names the offer. */
  readonly k1?: string
  /** withdraw: what the invoice will say unless you say something else. */
  readonly defaultDescription?: string
  /** auth: `register`, `login`, `link` or `auth`. */
  readonly action?: string
}

/** A payment that was sent to an LNURL. */
export type LnurlPaid = {
  /** 64 hex characters. */
  readonly payment_hash: string
  /** For asking about the payment later. */
  readonly checking_id: string
  /** The message or link that the service shows the payer after the payment; null = none. */
  readonly success_action: {
    /** `message`, `url` or `aes`. */
    readonly tag: string
    /** message: to be shown. */
    readonly message?: string
    /** url, aes: the text to show with it. */
    readonly description?: string
    /** url: a page of the same service. */
    readonly url?: string
    /** aes: as it was sent. */
    readonly ciphertext?: string
    /** aes: as it was sent. */
    readonly iv?: string
    /** aes: the secret, as soon as it is paid; null when it cannot be read. */
    readonly plaintext?: string | null
  } | null
  /** Only with `Prefer: return=representation`. */
  readonly status?: "pending" | "success" | "failed"
  /** Satoshis, negative; only with `Prefer: return=representation`. */
  readonly amount?: number
  /** Millisatoshis; only with `Prefer: return=representation`. */
  readonly fee?: number
}

/** Whom to pay, and how much: `lnurl` or `callback` must be there. */
export type LnurlPayment = {
  /** A text with one LNURL in any form: `lnurl1…`, `lnurlp://…` and the like, a link with a `lightning` parameter, a Lightning address, a page of this installation that shows one, or its URL. */
  readonly lnurl?: string
  /** Instead of `lnurl`: the `callback` that `lnurlscan` answered. */
  readonly callback?: string
  /** Millisatoshis: 1000 are one satoshi. */
  readonly amount: number
  /** The payee reads it; as long as the service takes it. */
  readonly comment?: string
  /** With `callback`: the `description_hash` that `lnurlscan` answered. An invoice that commits to something else is not paid. */
  readonly description_hash?: string
  /** http(s) URL that is called once: when the payment is final, `success` or `failed`. */
  readonly webhook?: string
}

/** The service that is to pay, and the amount. */
export type LnurlWithdrawal = {
  /** A text with one LNURL in any form: `lnurl1…`, `lnurlp://…` and the like, a link with a `lightning` parameter, a Lightning address, a page of this installation that shows one, or its URL. */
  readonly lnurl: string
  /** Satoshis. */
  readonly amount: number
  /** At most 639 bytes of UTF-8; unset = as the service proposes. */
  readonly memo?: string
  /** http(s) URL that is called once: when the invoice is paid. */
  readonly webhook?: string
}

export type LnurlpItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What payers read. */
  readonly description?: string
  /** The least that is taken, in `currency`; worth at least 1 satoshi. */
  readonly min?: number
  /** The most that is taken, in `currency`; not less than `min`. */
  readonly max?: number
  /** `sat`, or a code of `GET /api/v1/currencies`. */
  readonly currency?: string
  /** How long a comment of the payer may be, in characters; 0 = none is taken. */
  readonly comment_chars?: number
  /** The name before the @ of its Lightning address: letters from a to z, digits, dots, hyphens and underscores. No other account can have it on the same domain, not even later. */
  readonly username?: string
  /** The host behind the @: one that this service answers at (`SERVICE_DOMAINS`); default that of its public URL. */
  readonly domain?: string
  /** Nostr zaps are taken (NIP-57), and their receipts published. */
  readonly zaps?: boolean
  /** Asks wallets not to store the link (LUD-11). */
  readonly disposable?: boolean
  /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
  readonly webhook_url?: string
  /** Additional headers of that request: an object of at most 20 texts. Only with the admin key. */
  readonly webhook_headers?: unknown
  /** Added to the payload as `body`: any JSON. */
  readonly webhook_body?: unknown
  /** What payers read when they have paid. */
  readonly success_text?: string
  /** Where payers are then led (https). */
  readonly success_url?: string
  /** To scan or to copy (LUD-01). */
  readonly lnurl?: string
  /** When it has a `username`. */
  readonly lightning_address?: string
  /** Its receipts of zaps have their own key. Not so for links from before 0.4 until `zaps` is switched on again. */
  readonly own_zap_key?: boolean
  /** How often its parameters were requested; some seconds late. */
  readonly served_params?: number
  /** How many invoices it has given; some seconds late. */
  readonly served_invoices?: number
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of `lnurl` as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

/** Not logged in, or not yet. */
export type LoginRefusal = {
  /** Why the log-in was rejected, for people. */
  readonly detail: string
  /** The error, as a fixed word for programs. */
  readonly code: string
  /** The numbers and names in `detail`, where it has some. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Set when all that is missing is a second factor: those that the account has. */
  readonly second_factor?: readonly ("totp" | "passkey")[]
  /** Set together with `second_factor`: what was proven so far, for `POST /api/v1/auth/second-factor`; valid for 5 minutes. */
  readonly ticket?: string
}

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.create()`. */
export type NewPasskeyCredential = {
  /** Credential id. */
  readonly id: string
  /** The same again. */
  readonly rawId: string
  /** Always `public-key`. */
  readonly type: "public-key"
  /** Results of WebAuthn extensions; ignored. */
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

/** The Lightning node: which counts, and what can be chosen. */
export type NodeSettings = {
  /** The source of the configuration in use. */
  readonly counts: "environment" | "stored" | "default"
  /** Variables because of which a stored node does not count. */
  readonly overruled_by: readonly string[]
  /** The stored configuration differs from the one that this process started with, and applies after a restart. */
  readonly restart_needed: boolean
  /** The node that this process uses. */
  readonly in_use: {
    /** Which kind of node. */
    readonly kind: string
    /** Prefix of its invoices; null = it has not answered yet. */
    readonly network: string | null
    /** Its public key, hex; for a hosted node the id of the account, empty if unknown. */
    readonly node_key: string | null
    /** What the node is called, or the wallet at its host; null = not known. */
    readonly alias: string | null
    /** What it can send now. Millisatoshis; null = not known. */
    readonly can_send_msat: number | null
    /** What its channels can receive now. Millisatoshis; null = not known. */
    readonly can_receive_msat: number | null
    /** The newest block that it knows; null = not known. */
    readonly height: number | null
    /** Whether it has all blocks; null = not known. */
    readonly synced: boolean | null
    /** What it has on chain, to claim payments of a channel that closes. Millisatoshis; null = not known. */
    readonly on_chain_msat: number | null
    /** It holds payments until they are decided. */
    readonly can_hold: boolean
    /** It limits the fee of a payment. */
    readonly can_limit_fees: boolean
    /** Its last call brought an answer. */
    readonly answers: boolean
    /** Why the node does not answer, or not as it should; the most precise first. Empty = nothing is known. */
    readonly troubles: readonly NodeTrouble[]
    /** When it last answered this process: Unix seconds; null = not yet. */
    readonly answered_at: number | null
  }
  /** The node before, still asked about its payments; `none`: it cannot be asked. */
  readonly former_kind: string | null
  /** null = no node is stored. */
  readonly stored: {
    /** Which kind of node. */
    readonly kind: string
    /** As it said when it was stored. */
    readonly node_key: string
    /** The alias of the node at that time; may be empty. */
    readonly alias: string
    /** The node before it, still asked about its payments; `none`: it cannot be asked. */
    readonly former_kind: string | null
    /** Unix seconds. */
    readonly stored_at: number
    /** The id of the super user. */
    readonly stored_by: string
    /** This process began with it. */
    readonly in_use: boolean
  } | null
  /** The kinds of nodes that can be chosen. */
  readonly kinds: readonly {
    /** Which kind of node. */
    readonly kind: string
    /** The fields of this kind of node. */
    readonly fields: readonly {
      /** Of the variable: a key of `values`. */
      readonly name: string
      /** `text`, `flag` or `integer`. */
      readonly type: string
      /** It is enough to use the node. */
      readonly secret: boolean
      /** One sentence. */
      readonly about: string
      /** Used when it is left out; may be empty. */
      readonly default: string
      /** The environment sets it, and that counts. */
      readonly is_set: boolean
    }[]
  }[]
}

/** Why a node does not answer, or not as it should. */
export type NodeTrouble = {
  /** `setting_wrong`, `wrong_network`, `certificate_untrusted`, `credential_refused`: correct the variable. `clock_apart`: by more than a minute. `locked`: the wallet of the node is locked, or there is none yet. `starting`, `unreachable`: it does not answer. `out_of_sync`: it lacks blocks or channels of the network. `no_coins`: too few on chain to claim payments of a channel that closes. */
  readonly kind: "setting_wrong" | "wrong_network" | "certificate_untrusted" | "credential_refused" | "clock_apart" | "locked" | "starting" | "unreachable" | "out_of_sync" | "no_coins"
  /** What to change; null = no variable. */
  readonly variable: string | null
  /** What was noticed, as text. */
  readonly detail: string
  /** Unix seconds. */
  readonly since: number
}

/** Where your messages by Nostr go. */
export type NostrDestination = {
  /** The npub that messages come from; null = this service sends none by Nostr. */
  readonly sender: string | null
  /** As you wrote it; null = none. */
  readonly address: string | null
  /** The npub that it stands for. */
  readonly key: string | null
  /** The relays that messages are sent to, from your list of relays (kind 10050). */
  readonly relays: readonly string[]
  /** The code that was sent there has come back. Another key is another proof. */
  readonly verified: boolean
}

export type Nostrnip5Item = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** The host behind the @, without a port; it must lead to this service. */
  readonly domain?: string
  /** `sat`, or a code of `GET /api/v1/currencies`. */
  readonly currency?: string
  /** What a name costs a year, in `currency`; at least 1 satoshi is asked. */
  readonly cost?: number
  /** Years that can be bought in one order. */
  readonly max_years?: number
  /** Other prices for short names: the one with the smallest `max_length` that fits counts. */
  readonly char_count_cost?: readonly {
    /** For names of at most so many characters. */
    readonly max_length?: number
    /** A year, in `currency`. */
    readonly amount?: number
  }[]
  /** Codes for buyers. Only with the admin key. */
  readonly promotions?: readonly {
    /** What buyers type; the case of its letters does not matter. */
    readonly code?: string
    /** Taken off the price. In percent. */
    readonly buyer_discount_percent?: number
    /** Of what was paid, for `selected_referer`. In percent. */
    readonly referer_bonus_percent?: number
    /** Who gets the bonus: an own wallet id, a Lightning address or an LNURL. */
    readonly selected_referer?: string
  }[]
  /** Names that are not sold; `_`, which stands for the domain itself, never is. */
  readonly reserved_names?: readonly string[]
  /** Days after its end in which a name still works and can be renewed. */
  readonly grace_days?: number
  /** Active addresses. */
  readonly address_count?: number
  /** What names have brought, in satoshis. */
  readonly earned?: number
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

export type NwcproviderItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** Which app or person uses it. */
  readonly description?: string
  /** `pay`, `invoice` (make invoices), `lookup` (find one payment, get notified of received and sent ones), `history`, `balance`, `info`. */
  readonly permissions?: readonly string[]
  /** From then on every request is rejected: ISO 8601, UTC (`2027-01-31T12:00:00Z`). */
  readonly expires_at?: string
  /** What it may pay, routing fees included; all of them hold. With `pay` there must be one, or `unlimited`. */
  readonly budgets?: readonly {
    /** At most this much in one window, millisatoshis. */
    readonly budget_msats?: number
    /** Seconds until the budget is full again; 0 = never. */
    readonly refresh_window?: number
    /** Paid or in flight in this window, millisatoshis. */
    readonly used_msats?: number
    /** When this window began: Unix seconds. */
    readonly window_started_at?: number
  }[]
  /** True: it may pay as much as the wallet holds. */
  readonly unlimited?: boolean
  /** The app's public key, 64 hex; without it, one is made, whose secret is in `connection_uri`. Cannot be changed later. */
  readonly pubkey?: string
  /** The wallet's public key in this connection, 64 hex. */
  readonly service_pubkey?: string
  /** Where they meet: the first of `relays`. */
  readonly relay?: string
  /** All relays on which the wallet listens. */
  readonly relays?: readonly string[]
  /** When it was last used, to some minutes: ISO 8601. */
  readonly last_used_at?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
}

/** The error, in the format of OAuth and in ours. */
export type OAuthError = {
  /** The word of RFC 6749 §5.2. */
  readonly error?: string
  /** The same as `detail`. */
  readonly error_description?: string
  /** Human-readable error message. */
  readonly detail: string
  /** The error, as a fixed word for programs. */
  readonly code: string
  /** The numbers and names in `detail`, where it has some. */
  readonly params?: Readonly<Record<string, string | number>>
}

export type OfflineshopItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What it is. */
  readonly name?: string
  /** More about it. */
  readonly description?: string
  /** A picture as `data:` URL: PNG, JPEG, GIF or WebP of at most 100 kB. */
  readonly image?: string
  /** In the currency. */
  readonly price?: number
  /** sat or an ISO 4217 code. */
  readonly currency?: string
  /** False: it is not for sale now. */
  readonly enabled?: boolean
  /** What customers scan. */
  readonly lnurl?: string
  /** How often it was sold. */
  readonly sold?: number
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of `lnurl` as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

/** A payment as the operator sees it. */
export type OperatorPayment = {
  /** Which payment. */
  readonly checking_id: string
  /** The wallet of the payment. */
  readonly wallet_id: string
  /** Whose account; null when it is deleted. */
  readonly user_id: string | null
  /** Received, or sent. */
  readonly direction: "in" | "out"
  /** Finer than the status: `reserved`, `dispatched`, `closing`, `held`, `settling`, `cancelling`, `open`, `success`, `failed`, `expired`. */
  readonly state: string
  /** The status that its owner sees. */
  readonly status: "pending" | "success" | "failed"
  /** Millisatoshis. */
  readonly amount_msat: number
  /** The fee that was charged: millisatoshis. */
  readonly fee_msat: number
  /** The amount reserved for the fee: millisatoshis. */
  readonly fee_limit_msat: number
  /** As the node knows it. */
  readonly payment_hash: string
  /** The other row of a payment between two wallets of this service. */
  readonly peer_id: string | null
  /** A hold invoice. */
  readonly hold: boolean
  /** How often it was sent. */
  readonly attempt: number
  /** How often the node was asked about it. */
  readonly polls: number
  /** Since it was made. */
  readonly age_seconds: number
  /** Unix seconds. */
  readonly created_at: number
  /** When the service polls it next, or a hold is sent back: Unix seconds. */
  readonly due_at: number | null
  /** Expiry of the invoice: Unix seconds. */
  readonly expires_at: number
  /** Which node it is with: `id` in `nodes` of `GET /api/v1/admin/status`. */
  readonly node: number
  /** The node's last answer about it, in words; null = not known. */
  readonly node_answer: string | null
  /** Why it failed. */
  readonly failure: string | null
}

/** A passkey of yours. */
export type Passkey = {
  /** Credential id, base64url. */
  readonly id: string
  /** Your name for it. */
  readonly name: string
  /** Synchronised: your other devices may have it, too. */
  readonly backed_up: boolean
  /** Unix seconds. */
  readonly created_at: number
  /** Unix seconds; null = not yet. */
  readonly last_used_at: number | null
}

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.get()`. */
export type PasskeyCredential = {
  /** Credential id. */
  readonly id: string
  /** The same again. */
  readonly rawId: string
  /** Always `public-key`. */
  readonly type: "public-key"
  /** Results of WebAuthn extensions; ignored. */
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

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()` and `navigator.credentials.get()`. */
export type PasskeyLoginOptions = {
  /** Base64url; signed by the passkey, once, within 5 minutes. */
  readonly challenge: string
  /** How long the browser waits, milliseconds. */
  readonly timeout?: number
  /** The kind of authenticator to offer first. */
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

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `navigator.credentials.create()`. */
export type PasskeyRegistrationOptions = {
  /** Base64url; signed by the passkey, once, within 5 minutes. */
  readonly challenge: string
  /** How long the browser waits, milliseconds. */
  readonly timeout?: number
  /** The kind of authenticator to offer first. */
  readonly hints?: readonly string[]
  /** For the authenticator. */
  readonly extensions?: Readonly<Record<string, unknown>>
  /** This service. */
  readonly rp: {
    readonly id?: string
    readonly name: string
  }
  /** The user that the authenticator stores; `id` reveals nothing about your account. */
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
  /** Preferences for the authenticator. */
  readonly authenticatorSelection?: Readonly<Record<string, unknown>>
  /** Always `none`. */
  readonly attestation?: string
}

/** A payment or invoice of a wallet. */
export type Payment = {
  /** Identifies this payment, for asking about it later. */
  readonly checking_id: string
  /** SHA-256 of the preimage, 64 lower-case hex characters. */
  readonly payment_hash: string
  /** Satoshis, rounded towards zero; negative = outgoing. */
  readonly amount: number
  /** The exact amount in millisatoshis; negative = outgoing. */
  readonly amount_msat: number
  /** True: the invoice names no amount. Its `amount` is 0 until it is paid, then what arrived. Else absent. */
  readonly any_amount?: boolean
  /** Routing fee paid; while an outgoing payment is pending, what is reserved for it. Never negative. Millisatoshis. */
  readonly fee: number
  /** The description that the payer saw. */
  readonly memo: string
  /** `success` and `failed` are final; an unpaid invoice is `pending` until it expires. */
  readonly status: "pending" | "success" | "failed"
  /** Time of creation: Unix seconds. */
  readonly time: number
  /** The BOLT11 invoice. */
  readonly bolt11: string
  /** The same as `bolt11`. */
  readonly payment_request: string
  /** The wallet it belongs to. */
  readonly wallet_id: string
  /** True while `status` is `pending`. */
  readonly pending: boolean
  /** Time of creation: ISO 8601. */
  readonly created_at: string
  /** Time at which it became final; until then, the time of creation: ISO 8601. */
  readonly updated_at: string
  /** How long the invoice can be paid after `time`: seconds. */
  readonly expiry: number
  /** Whether it has expired. */
  readonly expired: boolean
  /** The object that was attached at creation. */
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
  /** Your note about it. Absent when there is none. */
  readonly note?: string
  /** Your labels. Absent when nothing was noted. */
  readonly labels?: readonly string[]
  /** The contact that it was noted for. */
  readonly contact_id?: string
  /** `extra.tag`, or empty. */
  readonly tag: string
  /** Proof of payment: only when paid. */
  readonly preimage?: string | null
  /** Why it failed, for people: only when it did. */
  readonly failure?: string | null
  /** Why the node did not pay it, in one word: no_route, fee_limit, payee_refused, timed_out, node_cannot_send, not_delivered, invoice_expired, invoice_refused, amount_missing, whole_sats, own_invoice, paid_before, node_unreachable, node_not_ready, no_proof. null for every other reason. */
  readonly failure_code?: string | null
}

/** Succeeded payments with one tag. */
export type PaymentCountByTag = {
  /** `extra.tag`, or empty. */
  readonly tag: string
  /** Succeeded payments. */
  readonly count: number
}

/** A payment is due first. */
export type PaymentDue = {
  /** The amount due, as text. */
  readonly detail: string
  /** The error, as a fixed word for programs. */
  readonly code: string
  /** The numbers and names in `detail`, where it has some. */
  readonly params?: Readonly<Record<string, string | number>>
  readonly payment: {
    /** Satoshis. */
    readonly amount: number
    /** The purpose of the payment. */
    readonly description: string
    /** BOLT 11: pay it from any wallet; this service does not. */
    readonly payment_request: string
    /** Send it as `payment_hash` when you repeat the request. */
    readonly payment_hash: string
    /** Unix seconds. */
    readonly expires_at: number
  }
}

/** Succeeded payments of one period. */
export type PaymentHistoryRow = {
  /** The period, UTC or by `tz`; a week by its Monday. */
  readonly date: string
  /** Satoshis received. */
  readonly income: number
  /** Satoshis sent, without fees. */
  readonly spending: number
  /** Fees paid: millisatoshis. */
  readonly fees_msat?: number
  /** At the end of the period, what is reserved included: millisatoshis. */
  readonly balance_msat?: number
}

/** Your note about a payment. */
export type PaymentNote = {
  /** Your note, or empty. */
  readonly note: string
  /** Your labels. */
  readonly labels: readonly string[]
  /** The contact that it is noted for. */
  readonly contact_id?: string
}

/** A page of payments. */
export type PaymentPage = {
  /** One page, newest first. */
  readonly data: readonly Payment[]
  /** How many payments match. */
  readonly total: number
  /** Give it as `cursor` for the next page; absent on the last. */
  readonly next_cursor?: string
}

/** The state of a payment. */
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
    /** True: the invoice names no amount. Its `amount` is 0 until it is paid, then what arrived. Else absent. */
    readonly any_amount?: boolean
    /** Routing fee paid; while an outgoing payment is pending, what is reserved for it. Never negative. Millisatoshis. */
    readonly fee: number
    /** The description that the payer saw. */
    readonly memo: string
    /** `success` and `failed` are final; an unpaid invoice is `pending` until it expires. */
    readonly status: "pending" | "success" | "failed"
    /** Time of creation: Unix seconds. */
    readonly time: number
    /** The BOLT11 invoice. */
    readonly bolt11: string
    /** The same as `bolt11`. */
    readonly payment_request: string
    /** The wallet it belongs to. */
    readonly wallet_id: string
    /** True while `status` is `pending`. */
    readonly pending: boolean
    /** Time of creation: ISO 8601. */
    readonly created_at: string
    /** Time at which it became final; until then, the time of creation: ISO 8601. */
    readonly updated_at: string
    /** How long the invoice can be paid after `time`: seconds. */
    readonly expiry: number
    /** Whether it has expired. */
    readonly expired: boolean
    /** The object that was attached at creation. */
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
    /** Your note about it. Absent when there is none. */
    readonly note?: string
    /** Your labels. Absent when nothing was noted. */
    readonly labels?: readonly string[]
    /** The contact that it was noted for. */
    readonly contact_id?: string
    /** A hold invoice is paid and waits to be settled or cancelled. */
    readonly held: boolean
  }
}

export type PaywallItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What is sold, in a line. */
  readonly memo?: string
  /** What is sold, in full. */
  readonly description?: string
  /** The price in `currency`; 0 = the buyer chooses, at least 1 satoshi. */
  readonly amount?: number
  /** Of `amount`: `sat`, or a currency code. */
  readonly currency?: string
  /** The browser of a buyer keeps the access. */
  readonly remembers?: boolean
  /** What is sold: where a buyer is led, or where the file is fetched. https. In the address of a file, `{version}` is what a buyer asks for. Only with the admin key. */
  readonly url?: string
  /** `url`: buyers get the address. `file`: buyers get the file, and never its address. */
  readonly kind?: string
  /** Sent to the host of the file only: an object of at most 20 texts. Only with the admin key. */
  readonly file_headers?: unknown
  /** Downloads for each purchase of a file. */
  readonly max_downloads?: number
  /** Days a purchase lasts; 0 = without end. */
  readonly access_days?: number
  /** The file is an archive that programs fetch with the hash of their payment. */
  readonly release?: boolean
  /** How often it was bought. */
  readonly sold?: number
  /** What that has brought, satoshis. */
  readonly earned?: number
  /** A picture (https) above the title of its pages. */
  readonly logo?: string
  /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
  readonly color?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

/** Why a payment was not made. */
export type RefusedPayment = {
  /** Human-readable error message. */
  readonly detail: string
  /** The error, as a fixed word for programs. */
  readonly code: string
  /** The numbers and names in `detail`, where it has some. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Of a request to pay: `failed` when nothing was or will be sent for it; `success` or `pending` when this wallet has paid the invoice or is paying it. Absent when that is not known. */
  readonly status?: "pending" | "success" | "failed"
}

/** A new account, and the access token of its first log-in. */
export type Registered = {
  /** JWT, for the header `Authorization: Bearer …`; empty when a browser got a cookie. */
  readonly access_token: string
  /** `cookie` for a request with the header `X-Session: cookie`, else `bearer`. */
  readonly token_type: "bearer" | "cookie"
  /** User UUID. */
  readonly id: string
  /** Username. */
  readonly username: string
  /** E-mail address, or empty. */
  readonly email: string
}

export type SatspayItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** Whose charge it is, as the payer reads it: a shop’s name. */
  readonly name?: string
  /** What is paid for; also in the invoice. */
  readonly description?: string
  /** How much, in `currency`. */
  readonly amount?: number
  /** `sat`, or a currency of `GET /api/v1/currencies`. */
  readonly currency?: string
  /** How long it can be paid: minutes. */
  readonly time?: number
  /** Payable over Lightning. */
  readonly lightning?: boolean
  /** A watch-only wallet of yours (`watchonly`): the charge is payable on-chain as well, at its own address. */
  readonly onchain?: string
  /** On-chain: paid as soon as it is seen, and not only in a block. */
  readonly zeroconf?: boolean
  /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
  readonly webhook_url?: string
  /** Where the payer is led once it is paid (https). */
  readonly completelink?: string
  /** What that link says. */
  readonly completelink_text?: string
  /** Any JSON of yours; comes back with the webhook. */
  readonly extra?: unknown
  /** What `amount` was worth when the charge was made, satoshis. */
  readonly amount_sat?: number
  /** The invoice. */
  readonly payment_request?: string
  /** Of that invoice. */
  readonly payment_hash?: string
  /** Its own address. */
  readonly onchain_address?: string
  /** Of that address. */
  readonly onchain_network?: string
  /** What has arrived, satoshis. */
  readonly balance?: number
  /** What of it came on-chain, satoshis. */
  readonly onchain_sat?: number
  /** What was seen on-chain and does not count yet, satoshis. */
  readonly pending?: number
  /** All of it has arrived. */
  readonly paid?: boolean
  /** More than that has arrived. */
  readonly overpaid?: boolean
  /** Something arrived after `expires_at`. */
  readonly late?: boolean
  /** Until when it can be paid: ISO 8601. */
  readonly expires_at?: string
  /** `open`, `partial` (less than all has arrived), `paid` or `expired`. */
  readonly status?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

export type SchedulerItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What it is called. */
  readonly name?: string
  /** When: five cron fields (minute hour day month weekday), `0 9 * * 1`. */
  readonly cron?: string
  /** Where those hours are: an IANA name, `Europe/Rome`. */
  readonly timezone?: string
  /** `active` runs, `paused` does not. */
  readonly status?: string
  /** `pay` a target, make an `invoice`, call a URL (`http`), mail a `report`. */
  readonly action?: string
  /** pay: whom, a Lightning address, an LNURL or another wallet of yours. */
  readonly target?: string
  /** pay, invoice: how much, in satoshis. */
  readonly amount?: number
  /** pay: the most that routing may cost, in satoshis; default what the service sets aside. */
  readonly max_fee?: number
  /** pay: for the payee, where comments are taken. */
  readonly comment?: string
  /** pay: the most in a calendar month (UTC), fees included, in satoshis. */
  readonly monthly_cap?: number
  /** invoice: what it says. */
  readonly memo?: string
  /** invoice: called when it was made and when it is paid. */
  readonly webhook_url?: string
  /** http: the method. */
  readonly method?: string
  /** http: what is called. */
  readonly url?: string
  /** http: sent along, an object of at most 20 texts. Only with the admin key. */
  readonly headers?: unknown
  /** http: sent along. */
  readonly body?: string
  /** The verified address of the account. report: where it goes; every action: where to mail that the job has paused itself. Only with the admin key. */
  readonly email?: string
  /** After so many runs it pauses. */
  readonly max_runs?: number
  /** When it pauses for good: ISO 8601 with a zone (`2027-01-31T12:00:00Z`). */
  readonly ends_at?: string
  /** When it runs next: ISO 8601. */
  readonly next_run_at?: string
  /** When it last ran: ISO 8601. */
  readonly last_run_at?: string
  /** How that ended. */
  readonly last_result?: string
  /** What it has paid this calendar month (UTC), fees included, in satoshis. */
  readonly spent_month?: number
  /** How many runs have failed in a row; at five it pauses. */
  readonly failures?: number
  /** How often it has run. */
  readonly runs?: number
  /** The month that spent_month is of. */
  readonly month?: string
  /** The run in progress. */
  readonly running?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
}

export type ScrubItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What it is for. */
  readonly description?: string
  /** Where everything goes: a Lightning address, an LNURL, or the id of another wallet of yours. */
  readonly payoraddress?: string
  /** Less than this is held until there is more, in satoshis. */
  readonly min_forward?: number
  /** What always stays in the wallet, in satoshis. */
  readonly keep_balance?: number
  /** False: what arrives stays. */
  readonly enabled?: boolean
  /** What has arrived at the target, in satoshis. */
  readonly forwarded_total?: number
  /** What is still to be forwarded, in satoshis: being sent, waiting for the next try, or held. */
  readonly held_total?: number
  /** How many payouts that is. */
  readonly open_jobs?: number
  /** Why the last payout failed. */
  readonly last_error?: string
  /** When something last arrived there: ISO 8601. */
  readonly last_forward_at?: string
  /** The least that the target accepts in one payment, in satoshis. */
  readonly target_min?: number
  /** The most that the target accepts in one payment, in satoshis. */
  readonly target_max?: number
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
}

/** A browser in which you are logged in. */
export type Session = {
  /** Session UUID. */
  readonly id: string
  /** Time of the log-in: ISO 8601. */
  readonly created_at: string
  /** To within five minutes: ISO 8601. */
  readonly last_used_at: string
  /** Of the client that logged in. */
  readonly address: string
  /** The `User-Agent` of the browser; clients can send any text. */
  readonly agent: string
  /** The session that asks. */
  readonly current: boolean
}

/** Every setting in force: the value stored here, else the one from the environment. */
export type Settings = {
  /** Whether registration is open. Takes effect immediately. */
  readonly allow_new_accounts: boolean
  /** Log-in methods. Users of a method that is not listed are locked out: keep your own. Takes effect immediately. */
  readonly auth_allowed_methods: readonly ("username-password" | "user-id-only" | "nostr-auth-nip98" | "google-auth" | "github-auth" | "keycloak-auth" | "passkey")[]
  /** Ids of the users who may use the service, besides the super user; empty = all users. Takes effect immediately. */
  readonly allowed_users: readonly string[]
  /** Who must have a second factor to log in. Takes effect immediately. */
  readonly require_second_factor: "nobody" | "admins" | "everybody"
  /** Largest amount of one payment or invoice, satoshis. Takes effect immediately. */
  readonly max_payment_sats: number
  /** Maximum balance of one wallet, satoshis: invoices, internal payments and top-ups above it are rejected. Receipts at the node are credited even above it. Takes effect immediately. */
  readonly max_balance_sats: number
  /** What one wallet may send in a day (UTC), satoshis; 0 = no limit. Takes effect immediately. */
  readonly daily_limit_wallet_sats: number
  /** What all wallets of one user may send in a day (UTC), satoshis; 0 = no limit. Takes effect immediately. */
  readonly daily_limit_user_sats: number
  /** How many payments of one wallet may be in flight. Takes effect immediately. */
  readonly max_pending_per_wallet: number
  /** How many payments of all wallets may be in flight. Takes effect immediately. */
  readonly max_pending: number
  /** How many payments from outside one account may have held; the next ones go back to their payers. Takes effect immediately. */
  readonly max_held_per_account: number
  /** How many payments from outside may be held at the node: fewer than a channel has slots. Takes effect immediately. */
  readonly max_held: number
  /** How many hold invoices of one account may be neither settled nor cancelled nor expired. Takes effect immediately. */
  readonly max_hold_invoices_per_account: number
  /** Least routing fee set aside for a payment, millisatoshis. Takes effect immediately. */
  readonly fee_reserve_min_msat: number
  /** Routing fee set aside, parts per million of the amount. Takes effect immediately. */
  readonly fee_reserve_ppm: number
  /** How long a held payment waits for its settlement, seconds. Takes effect immediately. */
  readonly hold_seconds: number
  /** Shown to visitors. Takes effect immediately. */
  readonly site_name: string
  /** One line shown to every user, or empty. Takes effect immediately. */
  readonly site_motd: string
  /** Requests of one address per unit; 0 = no limit. Takes effect after the next start. */
  readonly rate_limit_requests: number
  /** The unit of the rate limit. Takes effect after the next start. */
  readonly rate_limit_unit: "second" | "minute" | "hour" | "day"
}

/** The settings to change. */
export type SettingsChange = {
  /** Whether registration is open. Takes effect immediately. */
  readonly allow_new_accounts?: boolean
  /** Log-in methods. Users of a method that is not listed are locked out: keep your own. Takes effect immediately. */
  readonly auth_allowed_methods?: readonly ("username-password" | "user-id-only" | "nostr-auth-nip98" | "google-auth" | "github-auth" | "keycloak-auth" | "passkey")[]
  /** Ids of the users who may use the service, besides the super user; empty = all users. Takes effect immediately. */
  readonly allowed_users?: readonly string[]
  /** Who must have a second factor to log in. Takes effect immediately. */
  readonly require_second_factor?: "nobody" | "admins" | "everybody"
  /** Largest amount of one payment or invoice, satoshis. Takes effect immediately. */
  readonly max_payment_sats?: number
  /** Maximum balance of one wallet, satoshis: invoices, internal payments and top-ups above it are rejected. Receipts at the node are credited even above it. Takes effect immediately. */
  readonly max_balance_sats?: number
  /** What one wallet may send in a day (UTC), satoshis; 0 = no limit. Takes effect immediately. */
  readonly daily_limit_wallet_sats?: number
  /** What all wallets of one user may send in a day (UTC), satoshis; 0 = no limit. Takes effect immediately. */
  readonly daily_limit_user_sats?: number
  /** How many payments of one wallet may be in flight. Takes effect immediately. */
  readonly max_pending_per_wallet?: number
  /** How many payments of all wallets may be in flight. Takes effect immediately. */
  readonly max_pending?: number
  /** How many payments from outside one account may have held; the next ones go back to their payers. Takes effect immediately. */
  readonly max_held_per_account?: number
  /** How many payments from outside may be held at the node: fewer than a channel has slots. Takes effect immediately. */
  readonly max_held?: number
  /** How many hold invoices of one account may be neither settled nor cancelled nor expired. Takes effect immediately. */
  readonly max_hold_invoices_per_account?: number
  /** Least routing fee set aside for a payment, millisatoshis. Takes effect immediately. */
  readonly fee_reserve_min_msat?: number
  /** Routing fee set aside, parts per million of the amount. Takes effect immediately. */
  readonly fee_reserve_ppm?: number
  /** How long a held payment waits for its settlement, seconds. Takes effect immediately. */
  readonly hold_seconds?: number
  /** Shown to visitors. Takes effect immediately. */
  readonly site_name?: string
  /** One line shown to every user, or empty. Takes effect immediately. */
  readonly site_motd?: string
  /** Requests of one address per unit; 0 = no limit. Takes effect after the next start. */
  readonly rate_limit_requests?: number
  /** The unit of the rate limit. Takes effect after the next start. */
  readonly rate_limit_unit?: "second" | "minute" | "hour" | "day"
  /** Names of settings that go back to what the environment says. */
  readonly reset?: readonly ("allow_new_accounts" | "auth_allowed_methods" | "allowed_users" | "require_second_factor" | "max_payment_sats" | "max_balance_sats" | "daily_limit_wallet_sats" | "daily_limit_user_sats" | "max_pending_per_wallet" | "max_pending" | "max_held_per_account" | "max_held" | "max_hold_invoices_per_account" | "fee_reserve_min_msat" | "fee_reserve_ppm" | "hold_seconds" | "site_name" | "site_motd" | "rate_limit_requests" | "rate_limit_unit")[]
}

/** Settle a held payment. */
export type SettlePayment = {
  /** Only for hold invoices made with your own `payment_hash`: 64 hex characters. */
  readonly preimage?: string
}

/** A short link of a wallet. */
export type ShortLink = {
  /** Identifies the link. */
  readonly id: string
  /** The short link, to be given away. */
  readonly url: string
  /** The target URL. */
  readonly target: string
  /** Time of creation: Unix seconds. */
  readonly created_at: number
}

export type SplitpaymentsItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** Who gets the share: the id of another wallet of yours, a Lightning address or an LNURL. */
  readonly target?: string
  /** The wallet of yours that `target` led to when it was saved, if it is one. Only with the admin key. */
  readonly leads_to?: string
  /** A name for the target. */
  readonly alias?: string
  /** The share of every payment that arrives: 0.01 to 100 percent, at most two decimals. */
  readonly percent?: number
  /** False: nothing is forwarded, and the share counts no more. */
  readonly enabled?: boolean
  /** The share in hundredths of a percent, as it is reckoned with. */
  readonly basis_points?: number
  /** What has arrived at the target, in satoshis. */
  readonly forwarded_total?: number
  /** What is still to be forwarded, in satoshis: being sent, waiting for the next try, or held. */
  readonly held_total?: number
  /** How many payouts that is. */
  readonly open_jobs?: number
  /** Why the last payout failed. */
  readonly last_error?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
}

export type TipjarItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** Whose jar it is: the title of its page. */
  readonly name?: string
  /** What visitors read. */
  readonly description?: string
  /** The least that is taken, in satoshis. */
  readonly min_amount?: number
  /** The most that is taken, in satoshis. */
  readonly max_amount?: number
  /** Amounts to choose from, in satoshis. */
  readonly suggested?: readonly number[]
  /** Names and messages are shown to everybody. */
  readonly show_messages?: boolean
  /** Called with a POST for every tip. */
  readonly webhook_url?: string
  /** A watch-only wallet of yours (`watchonly`): tips may come on-chain, too, each to its own address. */
  readonly onchain?: string
  /** From how much on they may, in satoshis. */
  readonly onchain_limit?: number
  /** How many tips it has had. */
  readonly tip_count?: number
  /** What they are together, in satoshis. */
  readonly tip_total?: number
  /** A picture (https) above the title of its pages. */
  readonly logo?: string
  /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
  readonly color?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

/** A login. */
export type TokenResponse = {
  /** JWT, for the header `Authorization: Bearer …`; empty when a browser got a cookie. */
  readonly access_token: string
  /** `cookie` for a request with the header `X-Session: cookie`, else `bearer`. */
  readonly token_type: "bearer" | "cookie"
}

export type TposItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** Its name: what customers and the payment say. */
  readonly name?: string
  /** Of all its prices: sat or an ISO 4217 code. */
  readonly currency?: string
  /** Tips to choose from, percent; empty: tips are not asked for. */
  readonly tip_options?: readonly number[]
  /** Another wallet of yours that tips are moved to; without it they stay. */
  readonly tip_wallet?: string
  /** Prices include their tax. */
  readonly tax_inclusive?: boolean
  /** Tax of what names none, percent. */
  readonly tax_default?: number
  /** What is sold. No two have the same title. */
  readonly items?: readonly {
    /** Its name. */
    readonly title?: string
    /** Of one, in the currency. */
    readonly price?: number
    /** Percent of tax; default `tax_default`. */
    readonly tax?: number
    /** The tabs of the till it stands under. */
    readonly categories?: readonly string[]
    /** A picture: an https address, or PNG, JPEG, GIF or WebP of at most 20 kB as `data:` URL. All of a till have at most 512 kB as text. */
    readonly image?: string
    /** A line below its name. */
    readonly description?: string
    /** Not for sale now. */
    readonly disabled?: boolean
  }[]
  /** On receipts. */
  readonly business_name?: string
  /** On receipts; line breaks are kept. */
  readonly business_address?: string
  /** On receipts. */
  readonly vat_id?: string
  /** Receipts are offered. */
  readonly receipt?: boolean
  /** Where takings are forwarded to, without the tip where that is moved: a Lightning address, an LNURL or another wallet of yours. */
  readonly forward_address?: string
  /** Percent of the takings that stay here. */
  readonly forward_cut?: number
  /** Satoshis that may be cashed out in a day (UTC), routing fees included; without it, nothing. */
  readonly withdraw_limit?: number
  /** Minutes that have to pass between two cash-outs. */
  readonly withdraw_between?: number
  /** Percent of a cash-out that stay here; shown to the customer. */
  readonly withdraw_premium?: number
  /** Satoshis cashed out today (UTC), those that are offered now included. */
  readonly withdrawn_today?: number
  /** The day of the last cash-out, UTC. */
  readonly withdrawn_on?: string
  /** Satoshis offered in cash-outs that are not claimed yet. */
  readonly offered?: number
  /** Satoshis of tips and forwards that have not arrived yet; they are tried again. */
  readonly held?: number
  /** The number of its newest receipt. */
  readonly last_receipt?: number
  /** The till itself. */
  readonly terminal_url?: string
  /** A picture (https) above the title of its pages. */
  readonly logo?: string
  /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
  readonly color?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

/** The answer of a node; nothing was stored. */
export type TriedNode = {
  /** Which kind of node. */
  readonly kind: string
  /** Prefix of its invoices; null = it has not answered yet. */
  readonly network: string | null
  /** Its public key, hex; for a hosted node the id of the account, empty if unknown. */
  readonly node_key: string | null
  /** What the node is called, or the wallet at its host; null = not known. */
  readonly alias: string | null
  /** What it can send now. Millisatoshis; null = not known. */
  readonly can_send_msat: number | null
  /** What its channels can receive now. Millisatoshis; null = not known. */
  readonly can_receive_msat: number | null
  /** The newest block that it knows; null = not known. */
  readonly height: number | null
  /** Whether it has all blocks; null = not known. */
  readonly synced: boolean | null
  /** What it has on chain, to claim payments of a channel that closes. Millisatoshis; null = not known. */
  readonly on_chain_msat: number | null
  /** It holds payments until they are decided. */
  readonly can_hold: boolean
  /** It limits the fee of a payment. */
  readonly can_limit_fees: boolean
  /** It reports payments with their proof; without one none is booked. */
  readonly proves_payments: boolean
  /** It is the node in use. */
  readonly is_in_use: boolean
}

/** An account. */
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
  /** The role of the account. */
  readonly role: "user" | "admin" | "super-user"
  /** It cannot log in, and its tokens and wallet keys open nothing. */
  readonly disabled: boolean
  /** Unix seconds; null = not known. */
  readonly last_login_at: number | null
  /** The second factors that its log-in requires. */
  readonly second_factor: readonly ("totp" | "passkey")[]
  /** Of all its wallets, millisatoshis; null where `balances` was not asked for. */
  readonly balance_msat: number | null
}

/** One problem with a request. */
export type ValidationError = {
  /** Machine-readable kind of problem. */
  readonly type: string
  /** Where: `path`, `query` or `body`, then names and list positions. */
  readonly loc: readonly (string | number)[]
  /** The problem, human-readable. */
  readonly msg: string
  /** The input, if it is short; left out for a body with a secret in it. */
  readonly input?: unknown
  /** Bounds and choices in the message. */
  readonly ctx?: Readonly<Record<string, unknown>>
}

/** A wallet. */
export type Wallet = {
  /** Wallet identifier. */
  readonly id: string
  /** Wallet name. */
  readonly name: string
  /** The balance that the wallet can spend: millisatoshis. 0 for a guest without `view-payments`. */
  readonly balance: number
  /** Reads, receives, sends. Empty for callers with the invoice key, an ACL token or a session. */
  readonly adminkey: string
  /** Reads and receives. Empty for an ACL token or a session. */
  readonly inkey: string
  /** The icon of the wallet, if its owner has chosen one. */
  readonly icon?: "bolt" | "car" | "coins" | "cup" | "gift" | "heart" | "home" | "music" | "people" | "plane" | "school" | "shop" | "star" | "tools" | "wallet"
  /** The colour of its icon, if its owner has chosen one. */
  readonly color?: "blue" | "brown" | "green" | "grey" | "orange" | "pink" | "purple" | "red"
  /** Its place in the list of its owner, from 0; those without one follow. */
  readonly position?: number
  /** In which its balance is shown, if not in the one of the account. */
  readonly currency?: string
  /** Only of a wallet shared with you: the share. */
  readonly share_id?: string
  /** Only of a wallet shared with you: what you, and its keys, may do. */
  readonly permissions?: readonly string[]
}

/** The keys of a wallet. */
export type WalletKeys = {
  /** Reads, receives, sends. */
  readonly adminkey: string
  /** Reads and receives. */
  readonly inkey: string
}

/** A page of wallets. */
export type WalletPage = {
  /** One page: your wallets in your order, then shared ones. */
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
  /** The permissions of the guest. */
  readonly permissions: readonly string[]
  /** `pending` until the guest accepts, then `accepted`. */
  readonly status: string
  /** Name of the wallet. */
  readonly wallet_name: string
  /** Username of its owner. */
  readonly owner: string
  /** Time of the offer: ISO 8601. */
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

export type WatchonlyItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** Its name. */
  readonly title?: string
  /** Extended public key (xpub, ypub, zpub, tpub, upub, vpub), an output descriptor of one, or the JSON of a wallet of Specter, which has one. Private keys are rejected. Cannot be changed later. */
  readonly masterpub?: string
  /** Kind of addresses; default what the key says, p2pkh for xpub and tpub. Cannot be changed later. */
  readonly type?: string
  /** Default mainnet, or testnet for keys of test networks. Cannot be changed later. */
  readonly network?: string
  /** How many unused receive addresses in a row end a scan. */
  readonly gap_receive?: number
  /** The same for change addresses. */
  readonly gap_change?: number
  /** Of the key that signers know: the root of the descriptor, else this key. Hex. */
  readonly fingerprint?: string
  /** Index of the next receive address. */
  readonly address_index?: number
  /** Index after the last receive address that a transaction had named, at the last scan. */
  readonly used_index?: number
  /** What to do when more receive addresses than `gap_receive` were given out since the last one that was used: other wallets with the key do not scan that far by themselves. */
  readonly gap_warning?: string
  /** Index of the next change address. */
  readonly change_index?: number
  /** What blocks confirm, in satoshis, at the last scan. */
  readonly balance?: number
  /** What transactions in no block yet add to it, in satoshis; less than 0 when they spend. */
  readonly pending?: number
  /** When it was last scanned: ISO 8601. */
  readonly scanned_at?: string
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
}

/** One webhook call and what became of it. */
export type WebhookDelivery = {
  /** The `webhook-id` header of every attempt: what receivers recognise repeats by. */
  readonly id: string
  /** `payment_received`, `payment_sent` or `payment_failed`. */
  readonly event: string
  /** The payment. */
  readonly checking_id: string
  /** The webhook of the payment. */
  readonly url: string
  /** `waiting`: due now or later. `delivered`: the receiver answered 2xx. `given-up`: all attempts failed. `refused`: it answered 410. */
  readonly state: "waiting" | "delivered" | "given-up" | "refused"
  /** Attempts made; a redelivery resets the count. */
  readonly attempts: number
  /** HTTP status of the last attempt; null when there was no answer. */
  readonly last_status: number | null
  /** Why the last attempt failed, for people; null when it did not. */
  readonly last_error: string | null
  /** The same in one word: `answered` (see `last_status`), `blocked`, `timeout`, `dns`, `refused`, `unreachable`, `tls`, `reset`, `not_http`, `too_large` or `other`. */
  readonly last_error_code: string | null
  /** Time of queueing: Unix seconds. */
  readonly created_at: number
  /** When the receiver last took it: Unix seconds. */
  readonly delivered_at: number | null
  /** When it is tried next: Unix seconds; null = never. */
  readonly next_attempt_at: number | null
}

export type WithdrawItem = {
  /** Identifies it. */
  readonly id?: string
  /** The wallet it belongs to. */
  readonly wallet?: string
  /** What the receiving wallet shows. */
  readonly title?: string
  /** The least that one use pays out, satoshis. */
  readonly min_withdrawable?: number
  /** The most that one use pays out, satoshis. */
  readonly max_withdrawable?: number
  /** How often it can be used. Never less than `used`. */
  readonly uses?: number
  /** Seconds that have to pass between two uses. */
  readonly wait_time?: number
  /** A separate voucher for every use, in place of one link for all. Cannot be changed later. */
  readonly is_unique?: boolean
  /** False: nothing can be withdrawn now. */
  readonly enabled?: boolean
  /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
  readonly webhook_url?: string
  /** Additional headers of that request: an object of at most 20 texts. Only with the admin key. */
  readonly webhook_headers?: unknown
  /** Added to the payload as `body`: any JSON. */
  readonly webhook_body?: unknown
  /** A picture (https) for printed vouchers. */
  readonly custom_url?: string
  /** Uses that are paid or in flight. */
  readonly used?: number
  /** When it was last used: Unix seconds, 0 = never. */
  readonly open_time?: number
  /** Names it in its public addresses. */
  readonly hash?: string
  /** The link as LNURL: everyone who has it can withdraw. Vouchers have one each, in the CSV. */
  readonly lnurl?: string
  /** Codes of the unused vouchers: each is worth its money. Only with the admin key. */
  readonly codes?: readonly string[]
  /** Time of creation: ISO 8601. */
  readonly created_at?: string
  /** Time of the last change: ISO 8601. */
  readonly updated_at?: string
  /** The address of its page. */
  readonly page_url?: string
  /** The address of the page as a QR code: a picture (SVG). */
  readonly qr_url?: string
}

/** What each operation asks for and answers, by its `operationId`. */
export interface Operations {
  /** Accept a payment made at the node by hand */
  acceptNodePayment: {
    path: { payment_hash: string }
    body: {
      /** For the audit log. */
      readonly reason: string
      /** Without the fee. Needed where no payment of this service had this hash. */
      readonly amount_msat?: number
      /** Required if the node does not report it. */
      readonly fee_msat?: number
      /** Although the node does not say that it paid. */
      readonly force?: boolean
    }
    answer: {
      /** Which payment. */
      readonly payment_hash: string
      /** The booked amount without the fee. */
      readonly amount_msat: number
      /** The booked fee. */
      readonly fee_msat: number
      /** Unix seconds. */
      readonly accepted_at: number
    }
  }
  /** Accept an invitation */
  acceptWalletShare: {
    body: {
      /** The invitation. */
      readonly share_request_id: string
    }
    answer: Wallet
  }
  /** Acknowledge an alarm */
  acknowledgeAlarm: {
    path: { id: string }
    body: {
      /** true closes it. */
      readonly acknowledged: boolean
    }
    answer: Alarm
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
      /** Your name for it. */
      readonly name: string
      readonly passkey: NewPasskeyCredential
    }
    answer: {
      /** Credential id, base64url. */
      readonly id: string
      /** Your name for it. */
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
  /** Get play satoshis */
  addPlayBalance: {
    query?: { wallet_id?: string }
    body?: {
      /** Satoshis. */
      readonly amount?: number
      /** The memo of the payment in the history. */
      readonly memo?: string
    }
    answer: {
      /** Of the payment that arrived. */
      readonly checking_id: string
      /** SHA-256 of the preimage, 64 lower-case hex characters. */
      readonly payment_hash: string
      /** Satoshis. */
      readonly amount: number
      /** Of the wallet now, millisatoshis. */
      readonly balance: number
    }
  }
  /** Show messages in this browser */
  addPushSubscription: {
    body: {
      /** The address at the push service of the browser. */
      readonly endpoint: string
      /** Of the browser. */
      readonly keys: {
        /** Public key. */
        readonly p256dh: string
        /** Secret. */
        readonly auth: string
      }
      /** Language of its messages. */
      readonly locale?: string
      /** Ignored. */
      readonly expirationTime?: number | null
    }
    answer: {
      /** Identifies it. */
      readonly id: string
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
      /** From the 401 of a log-in that lacks only the second factor; valid for 5 minutes. */
      readonly ticket?: string
    }
    answer: PasskeyLoginOptions
  }
  /** Log in by a provider: the way there */
  beginProviderLogin: {
    path: { provider: string }
    query?: { code_challenge?: string; next?: string }
    answer: undefined
  }
  /** Begin to step up with a passkey */
  beginStepUpByPasskey: {
    answer: PasskeyLoginOptions
  }
  /** Create a device */
  bitcoinswitchCreate: {
    query?: { wallet_id?: string }
    body: {
      /** What the device is called. */
      readonly title: string
      /** Of the prices: `sat` or ISO 4217. */
      readonly currency?: string
      /** What can be switched. */
      readonly switches: readonly {
        /** The pin of the device; each once. */
        readonly pin: number
        /** What it costs, in `currency`; converted when it is paid. */
        readonly amount: number
        /** How long the pin is on, milliseconds. */
        readonly duration: number
        /** Up to 100 times the price may be paid, for as many times the duration (at most an hour). */
        readonly variable?: boolean
        /** The payer may send the device some words. */
        readonly comment?: boolean
        /** What people read: `Coffee`. */
        readonly label?: string
      }[]
      /** Payments are taken only when their comment has it, as whole words. */
      readonly password?: string
      /** True: nothing can be paid. */
      readonly disabled?: boolean
      /** Asks wallets not to store the pay links. */
      readonly disposable?: boolean
      /** Nothing can be paid while no device is connected. */
      readonly require_device?: boolean
      /** Devices connect without `device_token`: anyone who knows the id can listen. For devices that were made for LNbits. */
      readonly open_socket?: boolean
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: BitcoinswitchItem & {
      /** What the device connects with: `/bitcoinswitch/ws/{id}?token=…`. Shown once. */
      readonly device_token?: string
    }
  }
  /** Delete a device */
  bitcoinswitchDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A device */
  bitcoinswitchGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: BitcoinswitchItem
  }
  /** What was switched */
  bitcoinswitchGetIdTriggers: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Identifies it. */
      readonly event?: string
      /** Of the payment; none for a test. */
      readonly payment_hash?: string
      /** Which. */
      readonly pin?: number
      /** How long, milliseconds. */
      readonly duration?: number
      /** Of the payer. */
      readonly comment?: string
      /** What was paid, satoshis. */
      readonly amount?: number
      /** How it stands. */
      readonly state?: string
      /** ISO 8601. */
      readonly time?: string
    }[]
  }
  /** Pay for a switch */
  bitcoinswitchGetLnurlId: {
    path: { id: string }
    query?: { pin?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a switch: the invoice */
  bitcoinswitchGetLnurlIdCb: {
    path: { id: string }
    query?: { pin?: string; amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a switch: the invoice */
  bitcoinswitchGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { pin?: string; amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The public part of a device */
  bitcoinswitchGetPublicId: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** What it is called. */
      readonly title?: string
      /** Of the prices. */
      readonly currency?: string
      /** A device is connected. */
      readonly online?: boolean
      /** What can be switched. */
      readonly switches?: readonly {
        /** Which. */
        readonly pin?: number
        /** What people read. */
        readonly label?: string
        /** What it costs, in `currency`. */
        readonly amount?: number
        /** More may be paid, for longer. */
        readonly variable?: boolean
        /** The pay link. */
        readonly lnurl?: string
      }[]
    }
  }
  /** Whether an invoice of its pages is paid */
  bitcoinswitchGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  bitcoinswitchGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The devices of the wallet */
  bitcoinswitchList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly BitcoinswitchItem[]
  }
  /** Switch by hand */
  bitcoinswitchPostIdTrigger: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Which. */
      readonly pin: number
    }
    answer: {
      /** Identifies the trigger. */
      readonly event?: string
      /** Which. */
      readonly pin?: number
      /** How long, milliseconds. */
      readonly duration?: number
    }
  }
  /** Change a device */
  bitcoinswitchUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What the device is called. */
      readonly title?: string
      /** Of the prices: `sat` or ISO 4217. */
      readonly currency?: string
      /** What can be switched. */
      readonly switches?: readonly {
        /** The pin of the device; each once. */
        readonly pin: number
        /** What it costs, in `currency`; converted when it is paid. */
        readonly amount: number
        /** How long the pin is on, milliseconds. */
        readonly duration: number
        /** Up to 100 times the price may be paid, for as many times the duration (at most an hour). */
        readonly variable?: boolean
        /** The payer may send the device some words. */
        readonly comment?: boolean
        /** What people read: `Coffee`. */
        readonly label?: string
      }[]
      /** Payments are taken only when their comment has it, as whole words. */
      readonly password?: string | null
      /** True: nothing can be paid. */
      readonly disabled?: boolean
      /** Asks wallets not to store the pay links. */
      readonly disposable?: boolean
      /** Nothing can be paid while no device is connected. */
      readonly require_device?: boolean
      /** Devices connect without `device_token`: anyone who knows the id can listen. For devices that were made for LNbits. */
      readonly open_socket?: boolean
    }
    answer: BitcoinswitchItem
  }
  /** Create a card */
  boltcardsCreate: {
    query?: { wallet_id?: string }
    body: {
      /** What its owner calls it. */
      readonly card_name: string
      /** The UID of the chip, 14 hex digits. */
      readonly uid: string
      /** The most that one tap pays, satoshis. */
      readonly tx_limit: number
      /** The most that it pays a day (in `timezone`), satoshis, routing fees included. At least tx_limit. */
      readonly daily_limit: number
      /** False: it pays nothing. */
      readonly enable?: boolean
      /** Where its days begin: an IANA name, `Europe/Rome`. */
      readonly timezone?: string
      /** The key that changes the card, 32 hex digits; made when it is left out. */
      readonly k0?: string
      /** The key that hides UID and counter; made when it is left out. */
      readonly k1?: string
      /** The key that signs a tap; made when it is left out. */
      readonly k2?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: BoltcardsItem & {
      /** Hands the keys to a programmer, once, within 10 minutes: `/boltcards/auth?a=…`. Shown once. */
      readonly otp?: string
    }
  }
  /** Delete a card */
  boltcardsDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A card */
  boltcardsGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: BoltcardsItem
  }
  /** The keys of a card, for the app that programs it */
  boltcardsGetAuth: {
    query?: { a?: string }
    answer: {
      /** Always `new_bolt_card_response`. */
      readonly protocol_name?: string
      /** Always 1. */
      readonly protocol_version?: number
      /** Always 1. */
      readonly id?: number
      /** What its owner calls it. */
      readonly card_name?: string
      /** What is written on the card, before `?p=…&c=…`. */
      readonly lnurlw_base?: string
      /** Of the chip. */
      readonly uid?: string
      /** Key 0. */
      readonly k0?: string
      /** Key 1. */
      readonly k1?: string
      /** Key 2. */
      readonly k2?: string
      /** Key 3: as key 1. */
      readonly k3?: string
      /** Key 4: as key 2. */
      readonly k4?: string
      /** Key 0 before the last change. */
      readonly prev_k0?: string
      /** Key 1 before the last change. */
      readonly prev_k1?: string
      /** Key 2 before the last change. */
      readonly prev_k2?: string
    }
  }
  /** The taps of a card */
  boltcardsGetIdHits: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Of the card, before. */
      readonly old_counter?: number
      /** Of the card, with this tap. */
      readonly new_counter?: number
      /** What was taken, satoshis; 0 = nothing. */
      readonly amount?: number
      /** The money has left, or is in flight. */
      readonly spent?: boolean
      /** ISO 8601. */
      readonly time?: string
    }[]
  }
  /** What came back to a card */
  boltcardsGetIdRefunds: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Of the payment. */
      readonly payment_hash?: string
      /** Satoshis. */
      readonly amount?: number
      /** ISO 8601. */
      readonly time?: string
    }[]
  }
  /** A tap: the payout */
  boltcardsGetLnurlHitCb: {
    path: { hit: string }
    query?: { k1?: string; pr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay back to a card */
  boltcardsGetRefundHit: {
    path: { hit: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay back to a card: the invoice */
  boltcardsGetRefundHitCb: {
    path: { hit: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay back to a card: the invoice */
  boltcardsGetRefundHitCbOffer: {
    path: { hit: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A tap */
  boltcardsGetScanExternalId: {
    path: { external_id: string }
    query?: { p?: string; c?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Whether an invoice of its pages is paid */
  boltcardsGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  boltcardsGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The cards of the wallet */
  boltcardsList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly BoltcardsItem[]
  }
  /** The keys of a card, for a programmer that names the chip */
  boltcardsPostAuth: {
    query?: { a?: string; wipe?: boolean }
    body?: {
      /** Of the chip. */
      readonly UID?: string
      /** What is written on it; has no effect. */
      readonly LNURLW?: string
    }
    answer: {
      /** Always `NEW_BOLT_CARD_RESPONSE`. */
      readonly PROTOCOL_NAME?: string
      /** Always 1. */
      readonly PROTOCOL_VERSION?: string
      /** Always 1. */
      readonly ID?: string
      /** What its owner calls it. */
      readonly CARD_NAME?: string
      /** What is written on the card, before `?p=…&c=…`. */
      readonly LNURLW_BASE?: string
      /** The same. */
      readonly LNURLW?: string
      /** Key 0. */
      readonly K0?: string
      /** Key 1. */
      readonly K1?: string
      /** Key 2. */
      readonly K2?: string
      /** Key 3: as key 1. */
      readonly K3?: string
      /** Key 4: as key 2. */
      readonly K4?: string
      /** `wipe`; only with `wipe`. */
      readonly action?: string
    }
  }
  /** Give a card other keys */
  boltcardsPostIdRekey: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** For `/boltcards/auth?a=…`, once. */
      readonly otp?: string
      /** Until when: Unix seconds. */
      readonly otp_expires_at?: number
    }
  }
  /** What makes a card blank again */
  boltcardsPostIdWipe: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Always 1. */
      readonly version?: number
      /** Always `wipe`. */
      readonly action?: string
      /** Always 1. */
      readonly id?: number
      /** Of the chip. */
      readonly uid?: string
      /** Key 0. */
      readonly k0?: string
      /** Key 1. */
      readonly k1?: string
      /** Key 2. */
      readonly k2?: string
      /** Key 3: as key 1. */
      readonly k3?: string
      /** Key 4: as key 2. */
      readonly k4?: string
      /** Key 0 before the last change. */
      readonly prev_k0?: string
      /** Key 1 before the last change. */
      readonly prev_k1?: string
      /** Key 2 before the last change. */
      readonly prev_k2?: string
    }
  }
  /** Change a card */
  boltcardsUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What its owner calls it. */
      readonly card_name?: string
      /** The UID of the chip, 14 hex digits. */
      readonly uid?: string
      /** The most that one tap pays, satoshis. */
      readonly tx_limit?: number
      /** The most that it pays a day (in `timezone`), satoshis, routing fees included. At least tx_limit. */
      readonly daily_limit?: number
      /** False: it pays nothing. */
      readonly enable?: boolean
      /** Where its days begin: an IANA name, `Europe/Rome`. */
      readonly timezone?: string
      /** The key that changes the card, 32 hex digits; made when it is left out. */
      readonly k0?: string | null
      /** The key that hides UID and counter; made when it is left out. */
      readonly k1?: string | null
      /** The key that signs a tap; made when it is left out. */
      readonly k2?: string | null
    }
    answer: BoltcardsItem
  }
  /** Cancel a held payment, or withdraw an unpaid invoice */
  cancelPayment: {
    path: { checking_id: string }
    query?: { withdraw?: boolean; wallet_id?: string }
    answer: HoldDecision
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
  /** Change a contact */
  changeContact: {
    path: { id: string }
    body: {
      /** 1 to 100 characters. */
      readonly name?: string
      /** A Lightning address, or an LNURL to pay, also in a text around it. */
      readonly target?: string
      /** For yourself: at most 2,000 characters. */
      readonly note?: string
    }
    answer: Contact
  }
  /** Change your password */
  changePassword: {
    body: {
      /** The present password. */
      readonly password_old?: string
      /** 8 to 128 characters of any kind. */
      readonly password: string
      /** The same again. */
      readonly password_repeat: string
    }
    answer: TokenResponse
  }
  /** Change your preferences */
  changePreferences: {
    body: {
      /** Language tag (BCP 47), such as `en` or `pt-BR`; null = that of the browser. */
      readonly locale?: string | null
      /** One of `GET /api/v1/currencies`; null = none chosen. */
      readonly currency?: string | null
      /** In which amounts are typed and shown first. */
      readonly unit?: "sat" | "fiat"
      /** Colours. */
      readonly theme?: "system" | "light" | "dark"
      /** The wallet that opens first, yours or shared with you; null = the oldest. */
      readonly start_wallet_id?: string | null
      /** Whether balances are hidden until they are asked for. */
      readonly hide_balance?: boolean
      /** Whether to send messages when money arrives. */
      readonly notify?: boolean
      /** Smaller receipts are no reason for a message: satoshis. */
      readonly notify_min_sats?: number
      /** Whether messages also go to your verified address by mail. */
      readonly notify_mail?: boolean
      /** Whether messages also go to your verified key over Nostr. */
      readonly notify_nostr?: boolean
      /** For super users: whether to send messages about alarms. */
      readonly notify_operator?: boolean
    }
    answer: {
      /** Language tag (BCP 47), such as `en` or `pt-BR`; null = that of the browser. */
      readonly locale: string | null
      /** One of `GET /api/v1/currencies`; null = none chosen. */
      readonly currency: string | null
      /** In which amounts are typed and shown first. */
      readonly unit: "sat" | "fiat"
      /** Colours. */
      readonly theme: "system" | "light" | "dark"
      /** The wallet that opens first, yours or shared with you; null = the oldest. */
      readonly start_wallet_id: string | null
      /** Whether balances are hidden until they are asked for. */
      readonly hide_balance: boolean
      /** Whether to send messages when money arrives. */
      readonly notify: boolean
      /** Smaller receipts are no reason for a message: satoshis. */
      readonly notify_min_sats: number
      /** Whether messages also go to your verified address by mail. */
      readonly notify_mail: boolean
      /** Whether messages also go to your verified key over Nostr. */
      readonly notify_nostr: boolean
      /** For super users: whether to send messages about alarms. */
      readonly notify_operator: boolean
    }
  }
  /** Change settings */
  changeSettings: {
    body: SettingsChange
    answer: Settings
  }
  /** Change settings */
  changeSettingsOfAdmin: {
    body: SettingsChange
    answer: Settings
  }
  /** Change what a guest may do */
  changeWalletShare: {
    path: { id: string }
    body: {
      /** `view-payments`, `receive-payments`, `send-payments`: one or more. */
      readonly permissions: readonly ("view-payments" | "receive-payments" | "send-payments")[]
    }
    answer: WalletShare
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
        /** The problem, as text. */
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
  /** Create an overlay */
  copilotCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Its name, for viewers too. */
      readonly title: string
      /** Which animation is played from how many satoshis; kept in ascending order. */
      readonly animations?: readonly {
        /** What is drawn. */
        readonly name: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
        /** Played for payments from here up, satoshis. No two have the same. */
        readonly threshold: number
        /** Called (`POST`, JSON, signed, retried) when it is played for a payment. */
        readonly webhook_url?: string
      }[]
      /** In place of animations: what is drawn. */
      readonly animation1?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
      /** In place of animations: from how many satoshis. */
      readonly animation1threshold?: number
      /** In place of animations: which webhook is called. */
      readonly animation1webhook?: string
      /** In place of animations: what is drawn. */
      readonly animation2?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
      /** In place of animations: from how many satoshis. */
      readonly animation2threshold?: number
      /** In place of animations: which webhook is called. */
      readonly animation2webhook?: string
      /** In place of animations: what is drawn. */
      readonly animation3?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
      /** In place of animations: from how many satoshis. */
      readonly animation3threshold?: number
      /** In place of animations: which webhook is called. */
      readonly animation3webhook?: string
      /** Viewers can pay by LNURL; the overlay shows its QR code. */
      readonly lnurl_toggle?: boolean
      /** What payers read; default the title. */
      readonly lnurl_title?: string
      /** The overlay shows the comments of payers. */
      readonly show_message?: boolean
      /** The overlay thanks for each payment with its amount. */
      readonly show_ack?: boolean
      /** A currency: the overlay shows the price of bitcoin in it. Empty: no price. */
      readonly show_price?: string
      /** The camera of the streaming computer fills the overlay. */
      readonly fullscreen_cam?: boolean
      /** A page (https) that fills the overlay, without rights on this service. */
      readonly iframe_url?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: CopilotItem
  }
  /** Delete an overlay */
  copilotDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** An overlay */
  copilotGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: CopilotItem
  }
  /** Pay to an overlay */
  copilotGetLnurlId: {
    path: { id: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay to an overlay: the invoice */
  copilotGetLnurlIdCb: {
    path: { id: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay to an overlay: the invoice */
  copilotGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The overlay, for a browser source */
  copilotGetOverlayId: {
    path: { id: string }
    answer: string
  }
  /** The page of an overlay, for viewers */
  copilotGetPId: {
    path: { id: string }
    answer: string
  }
  /** The panel of an overlay, for its owner */
  copilotGetPanelId: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: string
  }
  /** The public part of an overlay */
  copilotGetPublicId: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** Its name, for viewers too. */
      readonly title?: string
      /** Which animation is played from how many satoshis. */
      readonly animations?: readonly {
        /** What is drawn. */
        readonly name?: string
        /** From how many satoshis. */
        readonly threshold?: number
      }[]
      /** Where viewers pay; absent while lnurl_toggle is false. */
      readonly lnurl?: string
      /** The price of bitcoin, if it is shown and known. */
      readonly price?: string
    }
  }
  /** Whether an invoice of its pages is paid */
  copilotGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  copilotGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The overlays of the wallet */
  copilotList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly CopilotItem[]
  }
  /** Play an animation as a test */
  copilotPostIdPlay: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What is drawn. */
      readonly animation: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
      /** As a payer would write it. */
      readonly comment?: string
    }
    answer: {
      /** Says that it is played. */
      readonly detail?: string
    }
  }
  /** Change an overlay */
  copilotUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Its name, for viewers too. */
      readonly title?: string
      /** Which animation is played from how many satoshis; kept in ascending order. */
      readonly animations?: readonly {
        /** What is drawn. */
        readonly name: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
        /** Played for payments from here up, satoshis. No two have the same. */
        readonly threshold: number
        /** Called (`POST`, JSON, signed, retried) when it is played for a payment. */
        readonly webhook_url?: string
      }[]
      /** In place of animations: what is drawn. */
      readonly animation1?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket" | null
      /** In place of animations: from how many satoshis. */
      readonly animation1threshold?: number | null
      /** In place of animations: which webhook is called. */
      readonly animation1webhook?: string | null
      /** In place of animations: what is drawn. */
      readonly animation2?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket" | null
      /** In place of animations: from how many satoshis. */
      readonly animation2threshold?: number | null
      /** In place of animations: which webhook is called. */
      readonly animation2webhook?: string | null
      /** In place of animations: what is drawn. */
      readonly animation3?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket" | null
      /** In place of animations: from how many satoshis. */
      readonly animation3threshold?: number | null
      /** In place of animations: which webhook is called. */
      readonly animation3webhook?: string | null
      /** Viewers can pay by LNURL; the overlay shows its QR code. */
      readonly lnurl_toggle?: boolean
      /** What payers read; default the title. */
      readonly lnurl_title?: string | null
      /** The overlay shows the comments of payers. */
      readonly show_message?: boolean
      /** The overlay thanks for each payment with its amount. */
      readonly show_ack?: boolean
      /** A currency: the overlay shows the price of bitcoin in it. Empty: no price. */
      readonly show_price?: string
      /** The camera of the streaming computer fills the overlay. */
      readonly fullscreen_cam?: boolean
      /** A page (https) that fills the overlay, without rights on this service. */
      readonly iframe_url?: string | null
    }
    answer: CopilotItem
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
      /** The budget for each period: satoshis. Requires `budget_period`. */
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
      /** The only wallet it acts on; null = all of yours. */
      readonly wallet_id: string | null
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
  /** Create a contact */
  createContact: {
    body: {
      /** 1 to 100 characters. */
      readonly name: string
      /** A Lightning address, or an LNURL to pay, also in a text around it. */
      readonly target: string
      /** For yourself: at most 2,000 characters. */
      readonly note?: string
    }
    answer: Contact
  }
  /** Make an address for one download */
  createDownloadLink: {
    body: {
      /** The path to download: the backup, or the export of payments with its query. */
      readonly path: string
    }
    answer: {
      /** GET it within 60 seconds, once. */
      readonly url: string
      /** Unix seconds. */
      readonly expires_at: number
    }
  }
  /** Invite a person to open an account */
  createInvitation: {
    body: {
      /** For whom it is; only administrators see it. */
      readonly note?: string
    }
    answer: {
      /** For `DELETE /users/api/v1/invitations/{id}`. */
      readonly id: string
      /** Shown once; the database keeps a digest. */
      readonly token: string
      /** The page of the web app that takes it. */
      readonly url: string
      /** Unix seconds. */
      readonly expires_at: number
    }
  }
  /** Make an invoice, or pay one */
  createPayment: {
    query?: { wallet_id?: string }
    body: CreatePayment
    answer: CreatedPayment
  }
  /** Hand out a link for a new password */
  createResetLink: {
    path: { user_id: string }
    answer: {
      /** For `DELETE /users/api/v1/invitations/{id}`. */
      readonly id: string
      /** Shown once; the database keeps a digest. */
      readonly token: string
      /** The page of the web app that takes it. */
      readonly url: string
      /** Unix seconds. */
      readonly expires_at: number
    }
  }
  /** Make a short link */
  createShortLink: {
    query?: { wallet_id?: string }
    body: {
      /** The target: an http or https URL, at most 2048 characters. */
      readonly url: string
    }
    answer: ShortLink
  }
  /** Create an account for a user */
  createUser: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, case-insensitively. */
      readonly username: string
      /** 8 to 128 characters of any kind. */
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
  /** Read what someone gives you to pay */
  decodeInvoice: {
    body: {
      /** A text with a BOLT11 invoice, an LNURL or a Lightning address, with or without `lightning:`; a `bitcoin:` link, a bitcoin address or a BOLT12 offer. */
      readonly data: string
    }
    answer: {
      /** What it is: an invoice has all fields from `bolt11` to `min_final_cltv_expiry_delta`, an LNURL and a Lightning address `url` and `domain`, a bitcoin address `address`, `network`, `amount`, `label` and `message`, a BOLT12 offer `offer`. */
      readonly kind: "bolt11" | "lnurl" | "lightning_address" | "onchain" | "bolt12"
      /** The Lightning address, in lower case, or the bitcoin address. */
      readonly address?: string
      /** Where the LNURL leads. */
      readonly url?: string
      /** Whose it is. */
      readonly domain?: string
      /** The invoice alone, in lower case. */
      readonly bolt11?: string
      /** 64 hex characters. */
      readonly payment_hash?: string
      /** Null when it names no amount. */
      readonly amount_msat?: number | null
      /** The description by the payee. */
      readonly description?: string
      /** Instead of a description. */
      readonly description_hash?: string | null
      /** Time of creation: Unix seconds. */
      readonly date?: number
      /** How long it can be paid: seconds from `date`. */
      readonly expiry?: number
      /** The payee's node key, 33 bytes in hex. */
      readonly payee?: string
      /** `bc`, `tb`, `tbs`, `bcrt` or `sb`. */
      readonly network?: string
      /** Blocks. */
      readonly min_final_cltv_expiry_delta?: number
      /** Satoshis that a `bitcoin:` link asks for. */
      readonly amount?: number | null
      /** Who is paid, as the `bitcoin:` link says. */
      readonly label?: string | null
      /** What for, as the `bitcoin:` link says. */
      readonly message?: string | null
      /** The BOLT12 offer, in lower case. */
      readonly offer?: string
      /** The bitcoin address of the `bitcoin:` link in which this was found. */
      readonly fallback_address?: string
    }
  }
  /** Delete an access list */
  deleteAcl: {
    path: { acl_id: string }
    answer: Detail
  }
  /** Delete a contact */
  deleteContact: {
    path: { id: string }
    answer: Detail
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
  /** What the owner’s pages of an extension are made of */
  describeExtension: {
    path: { ext_id: string }
    query?: { language?: "en" | "de" | "es" | "ar"; wallet_id?: string }
    answer: ExtensionDescription
  }
  /** Describe the settings */
  describeSettings: {
    answer: readonly {
      /** As in `PUT /api/v1/admin/settings`. */
      readonly name: string
      /** The group of the setting. */
      readonly group: "site" | "accounts" | "amounts" | "in-flight" | "fees" | "requests"
      /** `choices`: several of `options`; `list`: several texts. */
      readonly type: "boolean" | "integer" | "text" | "choice" | "choices" | "list"
      /** What the number counts; null = a plain number. */
      readonly unit: "sat" | "msat" | "ppm" | "seconds" | null
      /** Of the number, the characters or the entries. */
      readonly minimum: number | null
      /** Of the number, the characters or the entries. */
      readonly maximum: number | null
      /** What there is to choose from. */
      readonly options: readonly string[] | null
      /** The effect of the setting. */
      readonly description: string
      /** A change counts from the next start on. */
      readonly needs_restart: boolean
      /** Of the type that `type` names. */
      readonly value: boolean | number | string | readonly string[]
      /** The value after a reset: that of the environment, else the built-in one. */
      readonly default: boolean | number | string | readonly string[]
      /** `stored`: an administrator changed it; `environment`: its variable says otherwise than built in. */
      readonly origin: "default" | "environment" | "stored"
    }[]
  }
  /** Download by an address for one use */
  download: {
    path: { link: string }
    answer: string
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
  /** End a session */
  endSession: {
    path: { id: string }
    answer: Detail
  }
  /** End a share */
  endWalletShare: {
    path: { id: string }
    answer: Detail
  }
  /** Create an event */
  eventsCreate: {
    query?: { wallet_id?: string }
    body: {
      /** What it is called. */
      readonly name: string
      /** What visitors should know. Line breaks are kept. */
      readonly info: string
      /** The last day on which tickets are sold, in `timezone`. */
      readonly closing_date: string
      /** Its first day; not before `closing_date`. */
      readonly event_start_date: string
      /** Its last day. */
      readonly event_end_date: string
      /** IANA name: `Europe/Lisbon`. */
      readonly timezone?: string
      /** How many tickets there are. Never less than `sold` and `reserved` together. */
      readonly amount_tickets: number
      /** In `currency`; 0 = free. */
      readonly price_per_ticket: number
      /** `sat`, or a currency of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** A picture (https) for the page. */
      readonly banner?: string
      /** Discounts. */
      readonly promo_codes?: readonly {
        /** What buyers type, in letters of any case. */
        readonly code: string
        /** How much less. */
        readonly discount_percent: number
        /** False: not accepted now. */
        readonly active?: boolean
        /** In how many orders; absent = any number. */
        readonly max_uses?: number
      }[]
      /** Takes place only if `min_tickets` are sold by the closing date; else it is canceled and refunded. */
      readonly conditional?: boolean
      /** For `conditional`. */
      readonly min_tickets?: number
      /** How many tickets one order may have. */
      readonly max_per_order?: number
      /** Added to the mail that brings the tickets. */
      readonly mail_text?: string
      /** Set it to true to cancel the event: every paid ticket is refunded. It cannot be undone. */
      readonly canceled?: boolean
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: EventsItem
  }
  /** Delete an event */
  eventsDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** End the link for the door */
  eventsDeleteIdDoor: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Says that it is done. */
      readonly detail?: string
    }
  }
  /** An event */
  eventsGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: EventsItem
  }
  /** Tickets of an event */
  eventsGetIdTickets: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Identifies it; everyone who knows it can enter. */
      readonly id?: string
      /** The buyer. */
      readonly name?: string
      /** The buyer’s address. */
      readonly email?: string
      /** True: tickets come into being when they are paid, or taken for free. */
      readonly paid?: boolean
      /** What it cost, satoshis. */
      readonly sat?: number
      /** When it was sold: ISO 8601. */
      readonly created_at?: string
      /** When it was scanned: ISO 8601. */
      readonly registered_at?: string
      /** Its money has arrived where it should. */
      readonly refunded?: boolean
      /** Absent: the ticket is valid. `due`, `sent`, `waiting` (for the next try), `address` (the buyer has to name one), `failed` (given up) or `paid`. */
      readonly refund?: string
      /** A Lightning address or an LNURL to send a refund to. */
      readonly refund_address?: string
    }[]
  }
  /** The page of a buyer */
  eventsGetOrderOrder: {
    path: { order: string }
    answer: string
  }
  /** The page of an event */
  eventsGetPId: {
    path: { id: string }
    answer: string
  }
  /** A page to check tickets in at the door */
  eventsGetPIdDoor: {
    path: { id: string }
    answer: string
  }
  /** A page to scan tickets with */
  eventsGetPIdScan: {
    path: { id: string }
    answer: string
  }
  /** Whether an invoice of its pages is paid */
  eventsGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** The page of a ticket */
  eventsGetTicketTicket: {
    path: { ticket: string }
    answer: string
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  eventsGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The events of the wallet */
  eventsList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly EventsItem[]
  }
  /** Make a link for the door */
  eventsPostIdDoor: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** The link; it is shown once. */
      readonly door_link?: string
    }
  }
  /** Say where to refund to */
  eventsPostOrderOrderRefund: {
    path: { order: string }
    body: {
      /** A Lightning address or an LNURL to send a refund to. */
      readonly refund_address: string
    }
    answer: {
      /** A Lightning address or an LNURL to send a refund to. */
      readonly refund_address?: string
    }
  }
  /** Check a ticket in at the door */
  eventsPostPublicIdDoor: {
    path: { id: string }
    body: {
      /** Of the door link. */
      readonly secret: string
      /** What the code of the ticket says. */
      readonly ticket: string
    }
    answer: {
      /** `welcome` once; then `used`. `refunded` tickets are not valid, `unknown` ones are not of this event. */
      readonly outcome?: string
      /** The buyer. */
      readonly name?: string
      /** When the ticket was first used: ISO 8601. */
      readonly registered_at?: string
    }
  }
  /** What tickets would cost */
  eventsPostPublicIdQuote: {
    path: { id: string }
    body?: {
      /** How many tickets. */
      readonly quantity?: number
      /** A discount code. */
      readonly promo?: string
    }
    answer: {
      /** As people read it: the price, or the limit that the order passes. */
      readonly text?: string
    }
  }
  /** Buy tickets */
  eventsPostPublicIdTickets: {
    path: { id: string }
    body: {
      /** Who buys. */
      readonly name: string
      /** Where the tickets are sent. */
      readonly email: string
      /** How many tickets. */
      readonly quantity?: number
      /** A discount code. */
      readonly promo?: string
      /** Where a refund goes: a Lightning address or an LNURL. Required for conditional events. */
      readonly refund_address?: string
    }
    answer: {
      /** Names the page of the tickets. */
      readonly order?: string
      /** True: they were free. */
      readonly paid?: boolean
      /** What they cost, satoshis. */
      readonly sat?: number
      /** Of the invoice. */
      readonly payment_hash?: string
      /** The invoice. */
      readonly payment_request?: string
      /** Until when it can be paid: ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** The public fields of an event */
  eventsPublic: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** What it is called. */
      readonly name?: string
      /** What visitors should know. Line breaks are kept. */
      readonly info?: string
      /** The last day on which tickets are sold, in `timezone`. */
      readonly closing_date?: string
      /** Its first day; not before `closing_date`. */
      readonly event_start_date?: string
      /** Its last day. */
      readonly event_end_date?: string
      /** IANA name: `Europe/Lisbon`. */
      readonly timezone?: string
      /** How many tickets there are. Never less than `sold` and `reserved` together. */
      readonly amount_tickets?: number
      /** In `currency`; 0 = free. */
      readonly price_per_ticket?: number
      /** `sat`, or a currency of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** A picture (https) for the page. */
      readonly banner?: string
      /** Takes place only if `min_tickets` are sold by the closing date; else it is canceled and refunded. */
      readonly conditional?: boolean
      /** For `conditional`. */
      readonly min_tickets?: number
      /** How many tickets one order may have. */
      readonly max_per_order?: number
      /** Set it to true to cancel the event: every paid ticket is refunded. It cannot be undone. */
      readonly canceled?: boolean
      /** Tickets that are paid, or free and taken. */
      readonly sold?: number
      /** Tickets in orders that can still be paid. */
      readonly reserved?: number
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
    }
  }
  /** Send a refund elsewhere */
  eventsPutIdTicketsTicketRefund: {
    path: { id: string; ticket: string }
    query?: { wallet_id?: string }
    body: {
      /** A Lightning address or an LNURL to send a refund to. */
      readonly refund_address: string
    }
    answer: {
      /** Identifies it; everyone who knows it can enter. */
      readonly id?: string
      /** The buyer. */
      readonly name?: string
      /** The buyer’s address. */
      readonly email?: string
      /** True: tickets come into being when they are paid, or taken for free. */
      readonly paid?: boolean
      /** What it cost, satoshis. */
      readonly sat?: number
      /** When it was sold: ISO 8601. */
      readonly created_at?: string
      /** When it was scanned: ISO 8601. */
      readonly registered_at?: string
      /** Its money has arrived where it should. */
      readonly refunded?: boolean
      /** Absent: the ticket is valid. `due`, `sent`, `waiting` (for the next try), `address` (the buyer has to name one), `failed` (given up) or `paid`. */
      readonly refund?: string
      /** A Lightning address or an LNURL to send a refund to. */
      readonly refund_address?: string
    }
  }
  /** Admit a ticket holder */
  eventsPutIdTicketsTicketRegister: {
    path: { id: string; ticket: string }
    query?: { wallet_id?: string }
    answer: {
      /** The ticket. */
      readonly id?: string
      /** The buyer. */
      readonly name?: string
      /** Now: ISO 8601. */
      readonly registered_at?: string
      /** For the scanner page. */
      readonly text?: string
    }
  }
  /** Change an event */
  eventsUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What it is called. */
      readonly name?: string
      /** What visitors should know. Line breaks are kept. */
      readonly info?: string
      /** The last day on which tickets are sold, in `timezone`. */
      readonly closing_date?: string
      /** Its first day; not before `closing_date`. */
      readonly event_start_date?: string
      /** Its last day. */
      readonly event_end_date?: string
      /** IANA name: `Europe/Lisbon`. */
      readonly timezone?: string
      /** How many tickets there are. Never less than `sold` and `reserved` together. */
      readonly amount_tickets?: number
      /** In `currency`; 0 = free. */
      readonly price_per_ticket?: number
      /** `sat`, or a currency of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** A picture (https) for the page. */
      readonly banner?: string | null
      /** Discounts. */
      readonly promo_codes?: readonly {
        /** What buyers type, in letters of any case. */
        readonly code: string
        /** How much less. */
        readonly discount_percent: number
        /** False: not accepted now. */
        readonly active?: boolean
        /** In how many orders; absent = any number. */
        readonly max_uses?: number
      }[]
      /** Takes place only if `min_tickets` are sold by the closing date; else it is canceled and refunded. */
      readonly conditional?: boolean
      /** For `conditional`. */
      readonly min_tickets?: number | null
      /** How many tickets one order may have. */
      readonly max_per_order?: number
      /** Added to the mail that brings the tickets. */
      readonly mail_text?: string | null
      /** Set it to true to cancel the event: every paid ticket is refunded. It cannot be undone. */
      readonly canceled?: boolean
      /** A picture (https) above the title of its pages. */
      readonly logo?: string | null
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string | null
    }
    answer: EventsItem
  }
  /** Exchange a code for a token */
  exchangeCode: {
    body?: {
      /** Always `authorization_code`. */
      readonly grant_type?: string
      /** The code from the address to which the browser was sent. */
      readonly code?: string
      /** As in the request for consent. */
      readonly redirect_uri?: string
      /** As in the request for consent. */
      readonly client_id?: string
      /** What the challenge was made of (RFC 7636). */
      readonly code_verifier?: string
    }
    answer: {
      /** For `Authorization: Bearer …`. It is not shown again. */
      readonly access_token: string
      /** `Bearer`. */
      readonly token_type: string
      /** Seconds; unset = until it is revoked. */
      readonly expires_in?: number
      /** The scopes that the person allowed. */
      readonly scope: string
      /** The wallet on which the token acts. */
      readonly wallet_id: string
    }
  }
  /** Exchange a provider's code for an access token */
  exchangeProviderCode: {
    path: { provider: string }
    body: {
      /** The code that the provider sent the browser back with; good once. */
      readonly code: string
      /** The `state` of the same redirect, made by this service; valid for ten minutes. */
      readonly state: string
      /** The `iss` of the same redirect, if there is one; it is checked. */
      readonly iss?: string
      /** Of the `code_challenge` that the log-in began with; left out when it began without one. */
      readonly code_verifier?: string
      /** If given, it must be the one the log-in began with. */
      readonly redirect_uri?: string
    }
    answer: TokenResponse
  }
  /** Export your contacts as a file */
  exportContacts: {
    answer: ContactFile
  }
  /** Export payments as a file */
  exportPayments: {
    query?: { format?: "csv" | "json"; tz?: string; status?: "pending" | "success" | "failed"; 'status[ne]'?: "pending" | "success" | "failed"; direction?: "in" | "out"; tag?: readonly string[]; label?: string; contact?: string; held?: boolean; min?: number; max?: number; memo?: string; search?: string; from?: number; to?: number; 'time[ge]'?: number; 'time[gt]'?: number; 'time[le]'?: number; 'time[lt]'?: number; wallet_id?: string; wallets?: readonly string[] }
    answer: string | readonly (Readonly<Record<string, unknown>>)[]
  }
  /** Follow a short link */
  followShortLink: {
    path: { id: string }
    answer: undefined
  }
  /** Create a machine */
  fossaCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Its name, which customers read. */
      readonly title: string
      /** Of the cash: a currency code, or `sat`. */
      readonly currency: string
      /** How many digits of the amounts in its codes are behind the point: with 2, 1250 is 12.50. Default: the digits of the currency in ISO 4217 when the machine is created. */
      readonly digits?: number
      /** Percent of the amount that its operator keeps. */
      readonly profit?: number
      /** The most that is paid out on a day (UTC), satoshis, routing fees included. */
      readonly daily_limit: number
      /** The most that one code is worth, satoshis. Devices whose codes carry no signature need it. */
      readonly max_claim?: number
      /** False: nothing is paid out now. */
      readonly enabled?: boolean
      /** Days that a scanned code stays good; 0 = forever. */
      readonly valid_days?: number
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: FossaItem & {
      /** The secret of the device. Shown once. */
      readonly key?: string
    }
  }
  /** Delete a machine */
  fossaDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A machine */
  fossaGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: FossaItem
  }
  /** Codes that were scanned */
  fossaGetIdClaims: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Names it. */
      readonly id?: string
      /** The cash, in the currency of the machine. */
      readonly amount?: number
      /** What is paid out, satoshis. */
      readonly sats?: number
      /** How it stands; `reserved`: its payout is in flight. */
      readonly state?: string
      /** Of the payout; null = none yet. */
      readonly payment_hash?: string
      /** When it was claimed, or first scanned: ISO 8601. */
      readonly time?: string
    }[]
  }
  /** A printed code as LNURL */
  fossaGetLnurlId: {
    path: { id: string }
    query?: { p?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A printed code as LNURL: the payout */
  fossaGetLnurlIdCb: {
    path: { id: string }
    query?: { k1?: string; pr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The page of a printed code */
  fossaGetPId: {
    path: { id: string }
    query?: { p?: string }
    answer: string
  }
  /** The machines of the wallet */
  fossaList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly FossaItem[]
  }
  /** Make an expired code good again */
  fossaPostIdClaimsClaimRelease: {
    path: { id: string; claim: string }
    query?: { wallet_id?: string }
    answer: {
      /** Names it. */
      readonly id?: string
      /** The cash, in the currency of the machine. */
      readonly amount?: number
      /** What is paid out, satoshis. */
      readonly sats?: number
      /** How it stands; `reserved`: its payout is in flight. */
      readonly state?: string
      /** Of the payout; null = none yet. */
      readonly payment_hash?: string
      /** When it was claimed, or first scanned: ISO 8601. */
      readonly time?: string
    }
  }
  /** A new key for the device */
  fossaPostIdRekey: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** The secret of the device. */
      readonly key?: string
    }
  }
  /** Have a code paid to a Lightning address */
  fossaPostPublicIdClaims: {
    path: { id: string }
    body: {
      /** The code that the device has printed. */
      readonly p: string
      /** A Lightning address or an LNURL. */
      readonly address: string
    }
    answer: {
      /** It has arrived. */
      readonly paid?: boolean
      /** The same for people. */
      readonly text?: string
    }
  }
  /** The public fields of a machine */
  fossaPublic: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** Its name, which customers read. */
      readonly title?: string
      /** Of the cash: a currency code, or `sat`. */
      readonly currency?: string
      /** Percent of the amount that its operator keeps. */
      readonly profit?: number
    }
  }
  /** Change a machine */
  fossaUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Its name, which customers read. */
      readonly title?: string
      /** Of the cash: a currency code, or `sat`. */
      readonly currency?: string
      /** How many digits of the amounts in its codes are behind the point: with 2, 1250 is 12.50. Default: the digits of the currency in ISO 4217 when the machine is created. */
      readonly digits?: number | null
      /** Percent of the amount that its operator keeps. */
      readonly profit?: number
      /** The most that is paid out on a day (UTC), satoshis, routing fees included. */
      readonly daily_limit?: number
      /** The most that one code is worth, satoshis. Devices whose codes carry no signature need it. */
      readonly max_claim?: number | null
      /** False: nothing is paid out now. */
      readonly enabled?: boolean
      /** Days that a scanned code stays good; 0 = forever. */
      readonly valid_days?: number
    }
    answer: FossaItem
  }
  /** Read a contact */
  getContact: {
    path: { id: string }
    answer: Contact
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
  /** One extension */
  getExtension: {
    path: { ext_id: string }
    query?: { wallet_id?: string }
    answer: Extension
  }
  /** What paying an invoice reserves for fees */
  getFeeReserve: {
    query?: { invoice?: string; amount_msat?: number }
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
  /** Read which Lightning node is used */
  getNodeSettings: {
    answer: NodeSettings
  }
  /** Whether and where you get messages by Nostr */
  getNostrMessages: {
    answer: NostrDestination
  }
  /** Read the state of a payment */
  getPayment: {
    path: { checking_id: string }
    query?: { wallet_id?: string }
    answer: PaymentStatus
  }
  /** Income and spending by period */
  getPaymentHistory: {
    query?: { group?: "hour" | "day" | "week" | "month"; from?: number; to?: number; tz?: string; wallet_id?: string }
    answer: readonly PaymentHistoryRow[]
  }
  /** Read your preferences */
  getPreferences: {
    answer: {
      /** Language tag (BCP 47), such as `en` or `pt-BR`; null = that of the browser. */
      readonly locale: string | null
      /** One of `GET /api/v1/currencies`; null = none chosen. */
      readonly currency: string | null
      /** In which amounts are typed and shown first. */
      readonly unit: "sat" | "fiat"
      /** Colours. */
      readonly theme: "system" | "light" | "dark"
      /** The wallet that opens first, yours or shared with you; null = the oldest. */
      readonly start_wallet_id: string | null
      /** Whether balances are hidden until they are asked for. */
      readonly hide_balance: boolean
      /** Whether to send messages when money arrives. */
      readonly notify: boolean
      /** Smaller receipts are no reason for a message: satoshis. */
      readonly notify_min_sats: number
      /** Whether messages also go to your verified address by mail. */
      readonly notify_mail: boolean
      /** Whether messages also go to your verified key over Nostr. */
      readonly notify_nostr: boolean
      /** For super users: whether to send messages about alarms. */
      readonly notify_operator: boolean
    }
  }
  /** A QR code */
  getQrCode: {
    path: { data: string }
    answer: string
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
      /** Time of the price: Unix seconds. */
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
      /** Time of the price: Unix seconds. */
      readonly timestamp: number
    }[]
  }
  /** Can the service work */
  getReady: {
    answer: {
      /** Requests can be sent here. */
      readonly status: "ready"
      /** Outgoing payments: `waiting` for a comparison of the node with the books, or `halted` until an operator resumes them. Requests can be sent here all the same. */
      readonly payments: "running" | "waiting" | "halted"
    }
  }
  /** How your account is protected */
  getSecondFactor: {
    answer: {
      /** Those that are set up; empty = none. */
      readonly second_factor: readonly ("totp" | "passkey")[]
      /** This service requires a second factor of your account, and it has none: until then an access token can only read the profile and set one up. */
      readonly missing: boolean
      /** Not used yet. */
      readonly recovery_codes_left: number
    }
  }
  /** Server status */
  getServerStatus: {
    answer: {
      /** Of the service. */
      readonly version: string
      /** Start of this process: Unix seconds. */
      readonly started_at: number
      /** How long it has been running. */
      readonly uptime_seconds: number
      /** The database in use. */
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
        /** Prefix of its invoices; null = it has not answered yet. */
        readonly network: string | null
        /** Its public key, hex; for a hosted node the id of the account, empty if unknown. */
        readonly node_key: string | null
        /** It answered within a second. */
        readonly answers: boolean
        /** What it can spend, millisatoshis; null = it did not answer. */
        readonly balance_msat: number | null
        /** Why the node does not answer, or not as it should; the most precise first. Empty = nothing is known. */
        readonly troubles: readonly NodeTrouble[]
      }
      /** Every node that payments of this service were ever with. */
      readonly nodes: readonly {
        /** From 1 in the order of first use. */
        readonly id: number
        /** Which kind of node. */
        readonly kind: string
        /** Its public key, hex; for a hosted node the id of the account, empty if unknown. */
        readonly node_key: string
        /** Unix seconds. */
        readonly first_used_at: number
        /** New invoices and payments go there. */
        readonly in_use: boolean
        /** It can be asked; false: what is pending there stays pending. */
        readonly configured: boolean
        /** It answered within a second. */
        readonly answers: boolean
        /** What it can spend, millisatoshis; null = it did not answer. */
        readonly balance_msat: number | null
        /** Why the node does not answer, or not as it should; the most precise first. Empty = nothing is known. */
        readonly troubles: readonly NodeTrouble[]
        /** Payments in flight at this node. */
        readonly pending_outgoing: number
        /** Invoices of it that may still be paid, held ones included. */
        readonly open_invoices: number
      }[]
      /** Outgoing payments are rejected. */
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
      /** The public key that signs the backups of this installation, `origin1…`. Written down elsewhere, it proves the origin of a backup on a new machine. */
      readonly backup_origin: string
      /** When the node was last asked for everything it received. Unix seconds; null = not yet. */
      readonly receipts_swept_at: number | null
      /** Accounts. */
      readonly users: number
      /** Open wallets. */
      readonly wallets: number
      /** Payments in flight. */
      readonly pending_outgoing: number
      /** Deliveries still to make. */
      readonly waiting_webhooks: number
      /** Alarms that are not acknowledged: `GET /api/v1/admin/alarms`. */
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
      /** One line shown to every user, or empty. */
      readonly site_motd: string
      /** Where others reach this service. Its host stands behind the @ of Lightning addresses, and log-ins with Nostr are signed for it. */
      readonly public_url: string
      /** Which kind of node is behind it. */
      readonly funding_source: string
      /** Prefix of its invoices; null = the node has not answered yet. */
      readonly network: string | null
      /** Whether the last question to the Lightning node was answered. */
      readonly node_answers: boolean
      /** Unix seconds of its last answer to this process; null = none yet. */
      readonly node_answered_at: number | null
      /** Why the Lightning node does not answer, or not as it should, in one word; null = nothing is known. */
      readonly node_trouble: "setting_wrong" | "wrong_network" | "certificate_untrusted" | "credential_refused" | "clock_apart" | "locked" | "starting" | "unreachable" | "out_of_sync" | "no_coins" | null
      /** False: nothing here is worth anything. */
      readonly real_money: boolean
      /** A notice for all users. */
      readonly notice: string | null
      /** Whether the Lightning node makes invoices without an amount: `any_amount` of `POST /api/v1/payments`. */
      readonly can_receive_any_amount: boolean
      /** Outgoing payments are rejected until the operator resumes them. */
      readonly payments_halted: boolean
      /** There is no super user yet: `PUT /api/v1/auth/first_install` makes the first one. */
      readonly needs_first_user: boolean
      /** Whether strangers may open an account. */
      readonly registration_open: boolean
      /** Whether the public URL is https: without it browsers have no camera, passkeys and installed apps, except on the same machine. */
      readonly https: boolean
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
    query?: { balances?: boolean }
    answer: User
  }
  /** Whether your e-mail address is verified */
  getVerifiedEmail: {
    answer: {
      /** The address of the profile, or empty. */
      readonly email: string
      /** It is proven to be yours. Another address is another proof. */
      readonly verified: boolean
    }
  }
  /** The wallet and its balance */
  getWallet: {
    query?: { wallet_id?: string }
    answer: Wallet
  }
  /** The keys of the wallet */
  getWalletKeys: {
    query?: { wallet_id?: string }
    answer: WalletKeys
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
  /** Allow a program what it asks for */
  giveConsent: {
    body: {
      /** The program: an https address of its own, or a name. */
      readonly client_id: string
      /** Where the browser goes afterwards: https, `http://127.0.0.1:PORT/…`, `http://[::1]:PORT/…`, or a scheme of an app with a period in it. Of a client that is an address, only at its own origin. */
      readonly redirect_uri: string
      /** Divided by spaces: `history`, `pay`, `receive`. */
      readonly scope: string
      /** Of the verifier that the program keeps: SHA-256, base64url. */
      readonly code_challenge: string
      /** Always `S256`. */
      readonly code_challenge_method: "S256"
      /** Always `code`. */
      readonly response_type: "code"
      /** Sent back as it is. */
      readonly state?: string
      /** The wallet: yours, or shared with you. */
      readonly wallet_id: string
      /** The budget for each period, fees included. Required for `pay`. */
      readonly budget_sats?: number
      /** Together with `budget_sats`. */
      readonly budget_period?: "day" | "week" | "month"
      /** How long the token works; unset = until revoked. */
      readonly expires_in_minutes?: number
    }
    answer: {
      /** The URL to send the browser to. */
      readonly redirect_to: string
    }
  }
  /** Switch, restrict, price, upgrade, roll back or remove an extension */
  governExtension: {
    body: {
      /** Which one. */
      readonly extension?: string
      /** The same under another name. */
      readonly ext_id?: string
      /** false: off for all accounts; true: on again. */
      readonly active?: boolean
      /** true: only administrators can use it. */
      readonly admin_only?: boolean
      /** true: back to the version before. */
      readonly rollback?: boolean
      /** A version that is offered. */
      readonly upgrade_to?: string
      /** true: remove it from this server. */
      readonly remove?: boolean
      /** Your own price in place of the publisher’s; administrators pay none. null: the publisher’s. */
      readonly pay_to_enable?: {
        /** Satoshis, once for an account. */
        readonly amount: number
        /** The wallet of this server that is paid. */
        readonly wallet_id: string
        /** The purpose of the payment. */
        readonly description?: string
      } | null
      /** The SHA-256 you expect of the archive. Required only if its publisher states none. */
      readonly hash?: string
      /** Of the invoice in an earlier 402 answer, which you have paid. */
      readonly payment_hash?: string
      /** true: the new version may do more than the one before; without it, such an upgrade is 400. */
      readonly accept_permissions?: boolean
    }
    answer: AdminExtension
  }
  /** Switch, restrict, price, upgrade, roll back or remove an extension */
  governExtensionOfServer: {
    body: {
      /** Which one. */
      readonly extension?: string
      /** The same under another name. */
      readonly ext_id?: string
      /** false: off for all accounts; true: on again. */
      readonly active?: boolean
      /** true: only administrators can use it. */
      readonly admin_only?: boolean
      /** true: back to the version before. */
      readonly rollback?: boolean
      /** A version that is offered. */
      readonly upgrade_to?: string
      /** true: remove it from this server. */
      readonly remove?: boolean
      /** Your own price in place of the publisher’s; administrators pay none. null: the publisher’s. */
      readonly pay_to_enable?: {
        /** Satoshis, once for an account. */
        readonly amount: number
        /** The wallet of this server that is paid. */
        readonly wallet_id: string
        /** The purpose of the payment. */
        readonly description?: string
      } | null
      /** The SHA-256 you expect of the archive. Required only if its publisher states none. */
      readonly hash?: string
      /** Of the invoice in an earlier 402 answer, which you have paid. */
      readonly payment_hash?: string
      /** true: the new version may do more than the one before; without it, such an upgrade is 400. */
      readonly accept_permissions?: boolean
    }
    answer: AdminExtension
  }
  /** Import contacts */
  importContacts: {
    body: {
      /** At most 1,000 at once. */
      readonly contacts: readonly {
        /** 1 to 100 characters. */
        readonly name: string
        /** A Lightning address, or an LNURL to pay, also in a text around it. */
        readonly target: string
        /** For yourself: at most 2,000 characters. */
        readonly note?: string
      }[]
    }
    answer: {
      /** How many are new. */
      readonly created: number
      /** How many were there. */
      readonly changed: number
    }
  }
  /** Install an extension */
  installExtension: {
    body: {
      /** Which one. */
      readonly ext_id: string
      /** `builtin`, `official`, `local` (an archive in the extensions folder), the URL of a configured manifest, or organisation/repository as a manifest lists it; unset = built-ins, then the catalogues in their order. 404 for any other, but ignored for built-ins. */
      readonly source_repo?: string
      /** Unset = the newest that runs here. */
      readonly version?: string
      /** The SHA-256 you expect of the archive. Required only if its publisher states none. */
      readonly hash?: string
      /** Of the invoice in an earlier 402 answer, which you have paid. */
      readonly payment_hash?: string
      /** true: the new version may do more than the one before; without it, such an upgrade is 400. */
      readonly accept_permissions?: boolean
    }
    answer: Extension
  }
  /** Install an extension */
  installExtensionOfServer: {
    body: {
      /** Which one. */
      readonly ext_id: string
      /** `builtin`, `official`, `local` (an archive in the extensions folder), the URL of a configured manifest, or organisation/repository as a manifest lists it; unset = built-ins, then the catalogues in their order. 404 for any other, but ignored for built-ins. */
      readonly source_repo?: string
      /** Unset = the newest that runs here. */
      readonly version?: string
      /** The SHA-256 you expect of the archive. Required only if its publisher states none. */
      readonly hash?: string
      /** Of the invoice in an earlier 402 answer, which you have paid. */
      readonly payment_hash?: string
      /** true: the new version may do more than the one before; without it, such an upgrade is 400. */
      readonly accept_permissions?: boolean
    }
    answer: Extension
  }
  /** Make the first super user */
  installFirstSuperUser: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, case-insensitively. */
      readonly username: string
      /** 8 to 128 characters of any kind. */
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
      /** Whom; case-insensitive. Required unless there is `user_id`. */
      readonly username?: string
      /** Whom, by the id of the account, which only its user can give you. */
      readonly user_id?: string
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
      /** The permissions of the guest. */
      readonly permissions: readonly string[]
      /** `pending` until the guest accepts, then `accepted`. */
      readonly status: string
      /** The invitation, as clients of LNbits read it: with `user_id` only. */
      readonly id?: string
      /** The guest, if the request named it so. */
      readonly user_id?: string
    }
  }
  /** Create an invoice */
  invoicesCreate: {
    query?: { wallet_id?: string }
    body: {
      /** draft, open, paid or canceled. Drafts are opened or canceled, open ones canceled; only payments make one paid. */
      readonly status?: "draft" | "open" | "paid" | "canceled"
      /** Of all its amounts: sat or an ISO 4217 code. Frozen once it is open. */
      readonly currency: string
      /** Its number, unlike all others of the wallet. Default: the year and the next free one, 2026-0001. */
      readonly number?: string
      /** Who bills. This and the other fields of the seller default to those of the last invoice of the wallet. */
      readonly seller_name?: string
      /** Of who bills; line breaks are kept. */
      readonly seller_address?: string
      /** Tax or VAT number of who bills. */
      readonly seller_tax_number?: string
      /** Whom it is for. */
      readonly company_name?: string
      /** Whom it is for. */
      readonly first_name?: string
      /** Whom it is for. */
      readonly last_name?: string
      /** Where the receipt goes when all is paid, if this service sends mail and the address of the account is verified. */
      readonly email?: string
      /** Of whom it is for. */
      readonly phone?: string
      /** Tax or VAT number of whom it is for. */
      readonly tax_number?: string
      /** Of whom it is for; line breaks are kept. */
      readonly address?: string
      /** What is billed. Frozen once it is open. */
      readonly items: readonly {
        /** What it is. */
        readonly description: string
        /** Price of one, without tax, in the currency: at least 0.01, or 1 sat. */
        readonly amount: number
        /** How many. */
        readonly quantity: number
      }[]
      /** Percent of tax, added to the sum of the items. Frozen once it is open. */
      readonly tax_percent?: number
      /** Until when it should be paid. */
      readonly due_at?: string
      /** Below the items; line breaks are kept. */
      readonly notes?: string
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: InvoicesItem
  }
  /** Delete an invoice */
  invoicesDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** An invoice */
  invoicesGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: InvoicesItem
  }
  /** The invoice to read, pay and print */
  invoicesGetPId: {
    path: { id: string }
    answer: string
  }
  /** One payment of an invoice, as a page */
  invoicesGetPIdPayPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: string
  }
  /** The public part of an invoice */
  invoicesGetPublicId: {
    path: { id: string }
    answer: {
      /** Its number. */
      readonly number?: string
      /** How it stands. */
      readonly status?: string
      /** Of the amounts. */
      readonly currency?: string
      /** What is to be paid, in the currency. */
      readonly total?: number
      /** What has been paid, in the currency. */
      readonly paid_total?: number
      /** What is left to pay, in the currency. */
      readonly remainder?: number
      /** Until when. */
      readonly due_at?: string
    }
  }
  /** Pay without JavaScript */
  invoicesGetPublicIdPay: {
    path: { id: string }
    query?: { amount?: number }
    answer: Readonly<Record<string, unknown>>
  }
  /** Whether an invoice of its pages is paid */
  invoicesGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  invoicesGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The invoices of the wallet */
  invoicesList: {
    query?: { limit?: number; offset?: number; wallet_id?: string; status?: "draft" | "open" | "paid" | "canceled"; number?: string }
    answer: readonly InvoicesItem[]
  }
  /** Ask for a Lightning invoice to pay with */
  invoicesPostPublicIdPayments: {
    path: { id: string }
    body?: {
      /** In the currency of the invoice; default what is left. */
      readonly amount?: number
    }
    answer: {
      /** Of the payment: `/invoices/state/{payment_hash}` knows of it. */
      readonly payment_hash?: string
      /** BOLT11. */
      readonly payment_request?: string
      /** What it counts for, in the currency. */
      readonly amount?: number
      /** What it costs, satoshis. */
      readonly sats?: number
      /** Until when: ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Change an invoice */
  invoicesUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** draft, open, paid or canceled. Drafts are opened or canceled, open ones canceled; only payments make one paid. */
      readonly status?: "draft" | "open" | "paid" | "canceled"
      /** Of all its amounts: sat or an ISO 4217 code. Frozen once it is open. */
      readonly currency?: string
      /** Its number, unlike all others of the wallet. Default: the year and the next free one, 2026-0001. */
      readonly number?: string | null
      /** Who bills. This and the other fields of the seller default to those of the last invoice of the wallet. */
      readonly seller_name?: string | null
      /** Of who bills; line breaks are kept. */
      readonly seller_address?: string | null
      /** Tax or VAT number of who bills. */
      readonly seller_tax_number?: string | null
      /** Whom it is for. */
      readonly company_name?: string | null
      /** Whom it is for. */
      readonly first_name?: string | null
      /** Whom it is for. */
      readonly last_name?: string | null
      /** Where the receipt goes when all is paid, if this service sends mail and the address of the account is verified. */
      readonly email?: string | null
      /** Of whom it is for. */
      readonly phone?: string | null
      /** Tax or VAT number of whom it is for. */
      readonly tax_number?: string | null
      /** Of whom it is for; line breaks are kept. */
      readonly address?: string | null
      /** What is billed. Frozen once it is open. */
      readonly items?: readonly {
        /** What it is. */
        readonly description: string
        /** Price of one, without tax, in the currency: at least 0.01, or 1 sat. */
        readonly amount: number
        /** How many. */
        readonly quantity: number
      }[]
      /** Percent of tax, added to the sum of the items. Frozen once it is open. */
      readonly tax_percent?: number
      /** Until when it should be paid. */
      readonly due_at?: string | null
      /** Below the items; line breaks are kept. */
      readonly notes?: string | null
      /** A picture (https) above the title of its pages. */
      readonly logo?: string | null
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string | null
    }
    answer: InvoicesItem
  }
  /** Link a Nostr key */
  linkNostrKey: {
    body: {
      /** A signed event of kind 27235 as JSON text, or the base64 of it. Its `u` tag is the full address of this call below the public URL of the service, a former one, or another of its host names; its `method` tag is `POST`; signed less than a minute ago and not used before. */
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
      /** The `state` of the same redirect, made by this service; valid for ten minutes. */
      readonly state?: string
      /** The `iss` of the same redirect, if there is one; it is checked. */
      readonly iss?: string
      /** Of the `code_challenge` that the log-in began with; left out when it began without one. */
      readonly code_verifier?: string
      /** If given, it must be the one the log-in began with. */
      readonly redirect_uri?: string
    }
    answer: {
      /** The URL to send the browser to. */
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
      /** The operations that it allows. */
      readonly description: string
    }[]
  }
  /** Your access lists */
  listAcls: {
    answer: readonly Acl[]
  }
  /** List the alarms */
  listAlarms: {
    query?: { all?: boolean; limit?: number; offset?: number }
    answer: {
      /** One page. */
      readonly data: readonly Alarm[]
      /** How many there are. */
      readonly total: number
    }
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
      /** Cursor of the next page; absent on the last page. */
      readonly next_cursor?: string
    }
  }
  /** List your contacts */
  listContacts: {
    query?: { limit?: number; offset?: number; search?: string }
    answer: readonly Contact[]
  }
  /** Currencies */
  listCurrencies: {
    answer: readonly string[]
  }
  /** Versions that can be installed */
  listExtensionReleases: {
    query?: { ext_id?: string }
    answer: readonly ExtensionRelease[]
  }
  /** All extensions, and which of them your account uses */
  listExtensions: {
    query?: { wallet_id?: string; language?: "en" | "de" | "es" | "ar" }
    answer: readonly Extension[]
  }
  /** All extensions of the installation */
  listExtensionsForAdmin: {
    answer: readonly AdminExtension[]
  }
  /** All extensions of the installation */
  listExtensionsForAdminOfServer: {
    answer: readonly AdminExtension[]
  }
  /** Your linked identities */
  listIdentities: {
    answer: readonly Identity[]
  }
  /** List the links that are open */
  listInvitations: {
    answer: readonly {
      /** Which link. */
      readonly id: string
      /** `invitation`: opens an account; `reset`: sets a new password. */
      readonly kind: "invitation" | "reset"
      /** The user whose password is reset; null for an invitation. */
      readonly user_id: string | null
      /** The name of that user, or empty. */
      readonly username: string
      /** For whom it is, or empty. */
      readonly note: string
      /** The administrator, by id. */
      readonly created_by: string
      /** Unix seconds. */
      readonly created_at: number
      /** Unix seconds. */
      readonly expires_at: number
    }[]
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
        /** The URL to send the browser to. */
        readonly url: string
      }[]
      /** Whether a user without an account gets one at the first log-in. */
      readonly new_accounts: boolean
    }
  }
  /** Your passkeys */
  listPasskeys: {
    answer: readonly Passkey[]
  }
  /** List the labels of payments */
  listPaymentLabels: {
    query?: { wallet_id?: string }
    answer: readonly LabelCount[]
  }
  /** List payments */
  listPayments: {
    query?: { limit?: number; offset?: number; status?: "pending" | "success" | "failed"; 'status[ne]'?: "pending" | "success" | "failed"; direction?: "in" | "out"; tag?: readonly string[]; label?: string; contact?: string; held?: boolean; min?: number; max?: number; memo?: string; search?: string; from?: number; to?: number; 'time[ge]'?: number; 'time[gt]'?: number; 'time[le]'?: number; 'time[lt]'?: number; wallet_id?: string; wallets?: readonly string[]; cursor?: string }
    answer: readonly Payment[]
  }
  /** List payments with their number */
  listPaymentsPaginated: {
    query?: { limit?: number; offset?: number; status?: "pending" | "success" | "failed"; 'status[ne]'?: "pending" | "success" | "failed"; direction?: "in" | "out"; tag?: readonly string[]; label?: string; contact?: string; held?: boolean; min?: number; max?: number; memo?: string; search?: string; from?: number; to?: number; 'time[ge]'?: number; 'time[gt]'?: number; 'time[le]'?: number; 'time[lt]'?: number; wallet_id?: string; wallets?: readonly string[]; cursor?: string }
    answer: PaymentPage
  }
  /** Versions of an extension */
  listReleasesOfExtension: {
    path: { ext_id: string }
    query?: { wallet_id?: string }
    answer: readonly ExtensionRelease[]
  }
  /** Where you are logged in */
  listSessions: {
    answer: readonly Session[]
  }
  /** The short links of the wallet */
  listShortLinks: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly ShortLink[]
  }
  /** What extensions may spend from a wallet */
  listSpendGrants: {
    query?: { wallet_id?: string }
    answer: readonly {
      /** Which extension. */
      readonly ext_id: string
      /** The name of the extension. */
      readonly name: string
      /** false: it spends nothing more from this wallet. */
      readonly active: boolean
      /** How many items it has in this wallet. */
      readonly items: number
      /** The remaining amount that they may spend: satoshis, without routing fees. */
      readonly ceiling: number
      /** It also forwards what the wallet receives, as its items say. */
      readonly passes_on: boolean
      /** Spent so far or in flight, fees included, millisatoshis. */
      readonly spent_msat: number
      /** A package: it spends under a budget that you set, and nothing without one. */
      readonly needs_budget: boolean
      /** Of a package: what it may spend in each period, fees included; null = no budget. */
      readonly budget_sats: number | null
      /** The last 24 hours, 7 days or 30 days. */
      readonly period: "day" | "week" | "month" | null
      /** The most that one payment may be. */
      readonly max_sats: number | null
    }[]
  }
  /** List unfinished payments of all wallets */
  listUnfinishedPayments: {
    query?: { state?: "unfinished" | "any" | "open" | "closing" | "held" | "settling" | "cancelling" | "reserved" | "dispatched" | "success" | "failed" | "expired"; direction?: "in" | "out"; wallet_id?: string; payment_hash?: string; older_than_seconds?: number; order?: "newest" | "oldest"; limit?: number; offset?: number }
    answer: {
      /** One page. */
      readonly data: readonly OperatorPayment[]
      /** How many match. */
      readonly total: number
    }
  }
  /** All users */
  listUsers: {
    query?: { limit?: number; offset?: number; search?: string; role?: "user" | "admin" | "super-user"; disabled?: boolean; order?: "oldest" | "newest" | "username" | "last_login" | "balance"; balances?: boolean }
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
  /** Wallets of a user */
  listWalletsOfUser: {
    path: { user_id: string }
    query?: { limit?: number; offset?: number }
    answer: {
      /** One page. */
      readonly data: readonly {
        /** Wallet id. */
        readonly id: string
        /** Its name. */
        readonly name: string
        /** Millisatoshis. */
        readonly balance: number
      }[]
      /** How many there are. */
      readonly total: number
    }
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
  /** Create a calendar */
  lncalendarCreate: {
    query?: { wallet_id?: string }
    body: {
      /** What visitors book. */
      readonly name: string
      /** First day of the week with slots; 0 = Monday. */
      readonly start_day: number
      /** Last day of the week with slots; before start_day: over the weekend. */
      readonly end_day: number
      /** When the first slot of a day begins, HH:MM in the time zone. */
      readonly start_time: string
      /** When the last slot of a day has ended at the latest, HH:MM in the time zone. `24:00`, `00:00` and `23:59` are the end of the day. */
      readonly end_time: string
      /** IANA time zone, such as Europe/Berlin. */
      readonly timezone?: string
      /** Length of a slot, minutes. */
      readonly slot_minutes?: number
      /** Price of a slot, in currency. */
      readonly amount: number
      /** Of the amount: sat or ISO 4217. */
      readonly currency?: string
      /** How long before its start a slot can be booked at the latest, minutes. */
      readonly lead_minutes?: number
      /** How far ahead slots can be booked, days. */
      readonly horizon_days?: number
      /** Called (`POST`, JSON, signed, retried) for every paid booking. */
      readonly webhook_url?: string
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: LncalendarItem
  }
  /** Delete a calendar */
  lncalendarDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Delete a booking */
  lncalendarDeleteIdAppointmentsAppointment: {
    path: { id: string; appointment: string }
    query?: { wallet_id?: string }
    answer: {
      /** Says that it is done. */
      readonly detail?: string
    }
  }
  /** Open a calendar again */
  lncalendarDeleteIdUnavailableRange: {
    path: { id: string; range: string }
    query?: { wallet_id?: string }
    answer: {
      /** Says that it is done. */
      readonly detail?: string
    }
  }
  /** A calendar */
  lncalendarGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: LncalendarItem
  }
  /** Who has booked */
  lncalendarGetIdAppointments: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Identifies it. */
      readonly id?: string
      /** Who comes. */
      readonly name?: string
      /** How to reach them. */
      readonly email?: string
      /** What it is about. */
      readonly info?: string
      /** When it begins. ISO 8601. */
      readonly start?: string
      /** When it ends. ISO 8601. */
      readonly end?: string
      /** The money has come. */
      readonly paid?: boolean
      /** How it stands. */
      readonly state?: string
      /** Of the invoice. */
      readonly payment_hash?: string
    }[]
  }
  /** When a calendar is closed */
  lncalendarGetIdUnavailable: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: readonly {
      /** Identifies it. */
      readonly id?: string
      /** From. ISO 8601. */
      readonly start?: string
      /** To. ISO 8601. */
      readonly end?: string
      /** Why, for you alone. */
      readonly name?: string
    }[]
  }
  /** The page of a calendar */
  lncalendarGetPId: {
    path: { id: string }
    query?: { from?: string; day?: string }
    answer: string
  }
  /** The page of a booking */
  lncalendarGetPIdBookingPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: string
  }
  /** Whether a booking is paid */
  lncalendarGetPublicIdAppointmentsPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** The money has come. */
      readonly paid?: boolean
      /** It came too late: the slot had gone. The owner pays back. */
      readonly conflict?: boolean
      /** It was not paid in time. */
      readonly expired?: boolean
      /** A text for the payer, if there is one. */
      readonly text?: string
      /** When it begins. ISO 8601. */
      readonly start?: string
      /** When it ends. ISO 8601. */
      readonly end?: string
    }
  }
  /** A paid booking as a calendar entry */
  lncalendarGetPublicIdAppointmentsPaymentHashCalendarIcs: {
    path: { id: string; payment_hash: string }
    answer: string
  }
  /** Free slots of a calendar */
  lncalendarGetPublicIdSlots: {
    path: { id: string }
    query?: { from?: string; to?: string }
    answer: readonly {
      /** When it begins. ISO 8601. */
      readonly start?: string
      /** When it ends. ISO 8601. */
      readonly end?: string
    }[]
  }
  /** Whether an invoice of its pages is paid */
  lncalendarGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  lncalendarGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The calendars of the wallet */
  lncalendarList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly LncalendarItem[]
  }
  /** Close a calendar for some time */
  lncalendarPostIdUnavailable: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** From. ISO 8601. */
      readonly start: string
      /** To. ISO 8601. */
      readonly end: string
      /** Why, for you alone. */
      readonly name?: string
    }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** From. ISO 8601. */
      readonly start?: string
      /** To. ISO 8601. */
      readonly end?: string
      /** Why, for you alone. */
      readonly name?: string
    }
  }
  /** Book a slot */
  lncalendarPostPublicIdAppointments: {
    path: { id: string }
    body: {
      /** Who comes. */
      readonly name: string
      /** How to reach them. */
      readonly email?: string
      /** What it is about. */
      readonly info?: string
      /** When a free slot begins. ISO 8601. */
      readonly start: string
    }
    answer: {
      /** Names the booking. */
      readonly payment_hash?: string
      /** The invoice. */
      readonly payment_request?: string
      /** Until when the slot is kept. ISO 8601. */
      readonly held_until?: string
      /** The same as Unix seconds. */
      readonly expires_at?: number
      /** When it begins. ISO 8601. */
      readonly start?: string
      /** When it ends. ISO 8601. */
      readonly end?: string
    }
  }
  /** The public fields of a calendar */
  lncalendarPublic: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** What visitors book. */
      readonly name?: string
      /** IANA time zone, such as Europe/Berlin. */
      readonly timezone?: string
      /** Length of a slot, minutes. */
      readonly slot_minutes?: number
      /** Price of a slot, in currency. */
      readonly amount?: number
      /** Of the amount: sat or ISO 4217. */
      readonly currency?: string
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
    }
  }
  /** Change a calendar */
  lncalendarUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What visitors book. */
      readonly name?: string
      /** First day of the week with slots; 0 = Monday. */
      readonly start_day?: number
      /** Last day of the week with slots; before start_day: over the weekend. */
      readonly end_day?: number
      /** When the first slot of a day begins, HH:MM in the time zone. */
      readonly start_time?: string
      /** When the last slot of a day has ended at the latest, HH:MM in the time zone. `24:00`, `00:00` and `23:59` are the end of the day. */
      readonly end_time?: string
      /** IANA time zone, such as Europe/Berlin. */
      readonly timezone?: string
      /** Length of a slot, minutes. */
      readonly slot_minutes?: number
      /** Price of a slot, in currency. */
      readonly amount?: number
      /** Of the amount: sat or ISO 4217. */
      readonly currency?: string
      /** How long before its start a slot can be booked at the latest, minutes. */
      readonly lead_minutes?: number
      /** How far ahead slots can be booked, days. */
      readonly horizon_days?: number
      /** Called (`POST`, JSON, signed, retried) for every paid booking. */
      readonly webhook_url?: string | null
      /** A picture (https) above the title of its pages. */
      readonly logo?: string | null
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string | null
    }
    answer: LncalendarItem
  }
  /** Create a login */
  lndhubCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Which app or person uses it. */
      readonly label: string
      /** `invoice`: it receives and reads. `admin`: it also pays. */
      readonly mode: "invoice" | "admin"
      /** The most that one payment may be, satoshis. */
      readonly max_payment?: number
      /** The most that it pays a day (UTC), satoshis, routing fees included; without it, what the wallet holds. */
      readonly daily_limit?: number
      /** From then on logins and all calls are rejected: ISO 8601, UTC (`2027-01-31T12:00:00Z`). */
      readonly expires_at?: string
      /** True: closed, and all logins are ended. */
      readonly revoked?: boolean
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: LndhubItem & {
      /** The password. No wallet key. Shown once. */
      readonly secret?: string
      /** Login and password as an app scans them: `lndhub://…`. Shown once. */
      readonly uri?: string
    }
  }
  /** Delete a login */
  lndhubDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A login */
  lndhubGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: LndhubItem
  }
  /** The balance of the wallet */
  lndhubGetExtBalance: {
    answer: {
      /** `{AvailableBalance}`, satoshis, rounded down. */
      readonly BTC?: unknown
    }
  }
  /** Whether something is paid */
  lndhubGetExtCheckpaymentPaymentHash: {
    path: { payment_hash: string }
    answer: {
      /** The money has arrived. */
      readonly paid?: boolean
    }
  }
  /** Read an invoice before paying it */
  lndhubGetExtCheckrouteinvoice: {
    query?: { invoice?: string }
    answer: {
      /** The key of the payee. */
      readonly destination?: string
      /** The payment hash, hex. */
      readonly payment_hash?: string
      /** Satoshis, rounded down; `0` when it names no amount. */
      readonly num_satoshis?: string
      /** Millisatoshis. */
      readonly num_msat?: string
      /** When it was made: Unix seconds. */
      readonly timestamp?: string
      /** How many seconds from then on it can be paid. */
      readonly expiry?: string
      /** What it is for. */
      readonly description?: string
      /** The hash of what it is for, where it has that instead. */
      readonly description_hash?: string
    }
  }
  /** Read an invoice */
  lndhubGetExtDecodeinvoice: {
    query?: { invoice?: string }
    answer: {
      /** The key of the payee. */
      readonly destination?: string
      /** The payment hash, hex. */
      readonly payment_hash?: string
      /** Satoshis, rounded down; `0` when it names no amount. */
      readonly num_satoshis?: string
      /** Millisatoshis. */
      readonly num_msat?: string
      /** When it was made: Unix seconds. */
      readonly timestamp?: string
      /** How many seconds from then on it can be paid. */
      readonly expiry?: string
      /** What it is for. */
      readonly description?: string
      /** The hash of what it is for, where it has that instead. */
      readonly description_hash?: string
    }
  }
  /** On-chain addresses: none */
  lndhubGetExtGetbtc: {
    answer: readonly (Readonly<Record<string, unknown>>)[] | Readonly<Record<string, unknown>>
  }
  /** About the node */
  lndhubGetExtGetinfo: {
    answer: {
      /** The key of the node; zeros when it has none. */
      readonly identity_pubkey?: string
      /** Its name. */
      readonly alias?: string
      /** Always empty: not disclosed. */
      readonly uris?: readonly string[]
      /** Always 0: not disclosed. */
      readonly block_height?: number
      /** Always true. */
      readonly synced_to_chain?: boolean
      /** Of this server of the protocol. */
      readonly version?: string
    }
  }
  /** Pending on-chain payments: none */
  lndhubGetExtGetpending: {
    answer: readonly (Readonly<Record<string, unknown>>)[] | Readonly<Record<string, unknown>>
  }
  /** What was paid */
  lndhubGetExtGettxs: {
    query?: { limit?: string; offset?: string }
    answer: readonly {
      /** Always `paid_invoice`. */
      readonly type?: string
      /** The payment hash: `{type: "Buffer", data: [bytes]}`. */
      readonly r_hash?: unknown
      /** The payment hash: `{type: "Buffer", data: [bytes]}`. */
      readonly payment_hash?: unknown
      /** The proof, hex; empty while it is in flight. */
      readonly payment_preimage?: string
      /** What left the wallet, satoshis with the fee, rounded up. */
      readonly value?: number
      /** The fee in it, satoshis, rounded up. */
      readonly fee?: number
      /** Unix seconds. */
      readonly timestamp?: number
      /** What it was for; `Payment in transition` while it is in flight. */
      readonly memo?: string
      /** Always false. */
      readonly keysend?: boolean
      /** Always empty. */
      readonly custom_records?: unknown
    }[] | Readonly<Record<string, unknown>>
  }
  /** Invoices, paid and unpaid */
  lndhubGetExtGetuserinvoices: {
    query?: { limit?: string; offset?: string }
    answer: readonly {
      /** Always `user_invoice`. */
      readonly type?: string
      /** The payment hash: `{type: "Buffer", data: [bytes]}`. */
      readonly r_hash?: unknown
      /** The payment hash, hex. */
      readonly payment_hash?: string
      /** The invoice. */
      readonly payment_request?: string
      /** The same. */
      readonly pay_req?: string
      /** What it is for. */
      readonly description?: string
      /** When it was made: Unix seconds. */
      readonly timestamp?: number
      /** How many seconds from then on it can be paid. */
      readonly expire_time?: number
      /** Satoshis. */
      readonly amt?: number
      /** The money has arrived. */
      readonly ispaid?: boolean
      /** Always false. */
      readonly keysend?: boolean
    }[] | Readonly<Record<string, unknown>>
  }
  /** Whether an invoice of its pages is paid */
  lndhubGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  lndhubGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The logins of the wallet */
  lndhubList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly LndhubItem[]
  }
  /** Make an invoice */
  lndhubPostExtAddinvoice: {
    body?: {
      /** Satoshis, as a number or as text. */
      readonly amt?: unknown
      /** What it is for. */
      readonly memo?: unknown
      /** SHA-256 of what it is for, 64 hex. */
      readonly description_hash?: unknown
    }
    answer: {
      /** The payment hash: `{type: "Buffer", data: [bytes]}`. */
      readonly r_hash?: unknown
      /** The invoice. */
      readonly payment_request?: string
      /** The same. */
      readonly pay_req?: string
      /** A number that rises. */
      readonly add_index?: string
    }
  }
  /** Log in, or refresh a log-in */
  lndhubPostExtAuth: {
    body?: {
      /** The user name. */
      readonly login?: unknown
      /** The secret. */
      readonly password?: unknown
      /** In place of both. */
      readonly refresh_token?: unknown
    }
    answer: {
      /** For `Authorization: Bearer …`, 2 hours. */
      readonly access_token?: string
      /** For the next log-in, once, within 14 days. */
      readonly refresh_token?: string
      /** Always `Bearer`. */
      readonly token_type?: string
    }
  }
  /** Open an account: not here */
  lndhubPostExtCreate: {
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay an invoice */
  lndhubPostExtPayinvoice: {
    body?: {
      /** The invoice, BOLT11. */
      readonly invoice?: unknown
      /** Satoshis, for an invoice without an amount. */
      readonly amount?: unknown
    }
    answer: {
      /** The payment hash: `{type: "Buffer", data: [bytes]}`. */
      readonly payment_hash?: unknown
      /** The proof, in the same form. */
      readonly payment_preimage?: unknown
      /** Always empty. */
      readonly payment_error?: string
      /** `{total_amt, total_fees}`, satoshis, rounded up. */
      readonly payment_route?: unknown
      /** The invoice. */
      readonly payment_request?: string
      /** The same. */
      readonly pay_req?: string
      /** What was paid, satoshis without fees. */
      readonly num_satoshis?: number
      /** Of the invoice. */
      readonly description?: string
      /** Of the invoice. */
      readonly description_hash?: string
    }
  }
  /** Change a login */
  lndhubUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Which app or person uses it. */
      readonly label?: string
      /** `invoice`: it receives and reads. `admin`: it also pays. */
      readonly mode?: "invoice" | "admin"
      /** The most that one payment may be, satoshis. */
      readonly max_payment?: number | null
      /** The most that it pays a day (UTC), satoshis, routing fees included; without it, what the wallet holds. */
      readonly daily_limit?: number | null
      /** From then on logins and all calls are rejected: ISO 8601, UTC (`2027-01-31T12:00:00Z`). */
      readonly expires_at?: string | null
      /** True: closed, and all logins are ended. */
      readonly revoked?: boolean
    }
    answer: LndhubItem
  }
  /** Create a form */
  lnticketCreate: {
    query?: { wallet_id?: string }
    body: {
      /** What the form is called. */
      readonly name: string
      /** What visitors should know. */
      readonly description: string
      /** What a word costs, or the whole message, satoshis. */
      readonly amount: number
      /** True: `amount` is for the whole message. */
      readonly flatrate?: boolean
      /** The longest message. */
      readonly max_words?: number
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook_url?: string
      /** Where paid messages are mailed to: the verified address of the account. */
      readonly notify_email?: string
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: LnticketItem
  }
  /** Delete a form */
  lnticketDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Delete a message */
  lnticketDeleteIdTicketsTicket: {
    path: { id: string; ticket: string }
    query?: { wallet_id?: string }
    answer: {
      /** What was done. */
      readonly detail?: string
    }
  }
  /** A form */
  lnticketGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: LnticketItem
  }
  /** Messages */
  lnticketGetIdTickets: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Identifies it. */
      readonly id?: string
      /** Who wrote it. */
      readonly name?: string
      /** Where to answer. */
      readonly email?: string
      /** The message, as it was typed: escape it where you show it. */
      readonly ltext?: string
      /** What it cost, satoshis. */
      readonly sats?: number
      /** True: what is not paid for is not shown. */
      readonly paid?: boolean
      /** When it was paid: ISO 8601. */
      readonly time?: string
      /** Yours to set: done with. */
      readonly handled?: boolean
    }[]
  }
  /** The page of a form */
  lnticketGetPId: {
    path: { id: string }
    answer: string
  }
  /** Whether a message is paid for */
  lnticketGetPublicIdTicketsPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** It has been delivered. */
      readonly paid?: boolean
    }
  }
  /** Whether an invoice of its pages is paid */
  lnticketGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  lnticketGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The forms of the wallet */
  lnticketList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly LnticketItem[]
  }
  /** What a message would cost */
  lnticketPostPublicIdQuote: {
    path: { id: string }
    body?: {
      /** The message so far. */
      readonly ltext?: string
    }
    answer: {
      /** As people read it: the price, or the limit that the message passes. */
      readonly text?: string
    }
  }
  /** Send a message */
  lnticketPostPublicIdTickets: {
    path: { id: string }
    body: {
      /** Who writes. */
      readonly name: string
      /** Where to answer. */
      readonly email?: string
      /** The message; words are what stands between white space. */
      readonly ltext: string
    }
    answer: {
      /** Of the invoice. */
      readonly payment_hash?: string
      /** The invoice. */
      readonly payment_request?: string
      /** What it costs, satoshis. */
      readonly sats?: number
      /** Until when it can be paid: ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** The public fields of a form */
  lnticketPublic: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** What the form is called. */
      readonly name?: string
      /** What visitors should know. */
      readonly description?: string
      /** What a word costs, or the whole message, satoshis. */
      readonly amount?: number
      /** True: `amount` is for the whole message. */
      readonly flatrate?: boolean
      /** The longest message. */
      readonly max_words?: number
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
    }
  }
  /** Mark a message as handled, or not */
  lnticketPutIdTicketsTicket: {
    path: { id: string; ticket: string }
    query?: { wallet_id?: string }
    body: {
      /** Done with. */
      readonly handled: boolean
    }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** Who wrote it. */
      readonly name?: string
      /** Where to answer. */
      readonly email?: string
      /** The message, as it was typed: escape it where you show it. */
      readonly ltext?: string
      /** What it cost, satoshis. */
      readonly sats?: number
      /** True: what is not paid for is not shown. */
      readonly paid?: boolean
      /** When it was paid: ISO 8601. */
      readonly time?: string
      /** Yours to set: done with. */
      readonly handled?: boolean
    }
  }
  /** Change a form */
  lnticketUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What the form is called. */
      readonly name?: string
      /** What visitors should know. */
      readonly description?: string
      /** What a word costs, or the whole message, satoshis. */
      readonly amount?: number
      /** True: `amount` is for the whole message. */
      readonly flatrate?: boolean
      /** The longest message. */
      readonly max_words?: number
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook_url?: string | null
      /** Where paid messages are mailed to: the verified address of the account. */
      readonly notify_email?: string | null
      /** A picture (https) above the title of its pages. */
      readonly logo?: string | null
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string | null
    }
    answer: LnticketItem
  }
  /** Create a pay link */
  lnurlpCreate: {
    query?: { wallet_id?: string }
    body: {
      /** What payers read. */
      readonly description: string
      /** The least that is taken, in `currency`; worth at least 1 satoshi. */
      readonly min: number
      /** The most that is taken, in `currency`; not less than `min`. */
      readonly max: number
      /** `sat`, or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** How long a comment of the payer may be, in characters; 0 = none is taken. */
      readonly comment_chars?: number
      /** The name before the @ of its Lightning address: letters from a to z, digits, dots, hyphens and underscores. No other account can have it on the same domain, not even later. */
      readonly username?: string
      /** The host behind the @: one that this service answers at (`SERVICE_DOMAINS`); default that of its public URL. */
      readonly domain?: string
      /** Nostr zaps are taken (NIP-57), and their receipts published. */
      readonly zaps?: boolean
      /** Asks wallets not to store the link (LUD-11). */
      readonly disposable?: boolean
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook_url?: string
      /** Additional headers of that request: an object of at most 20 texts. */
      readonly webhook_headers?: unknown
      /** Added to the payload as `body`: any JSON. */
      readonly webhook_body?: unknown
      /** What payers read when they have paid. */
      readonly success_text?: string
      /** Where payers are then led (https). */
      readonly success_url?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: LnurlpItem
  }
  /** Delete a pay link */
  lnurlpDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A pay link */
  lnurlpGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: LnurlpItem
  }
  /** What a pay link offers */
  lnurlpGetLnurlId: {
    path: { id: string }
    query?: { webhook_data?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** What a pay link offers: the invoice */
  lnurlpGetLnurlIdCb: {
    path: { id: string }
    query?: { webhook_data?: string; amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** What a pay link offers: the invoice */
  lnurlpGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { webhook_data?: string; amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The page of a pay link */
  lnurlpGetPId: {
    path: { id: string }
    answer: string
  }
  /** Where payers are led */
  lnurlpGetPIdThanks: {
    path: { id: string }
    answer: string
  }
  /** Whether an invoice of its pages is paid */
  lnurlpGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  lnurlpGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** What a Lightning address offers */
  lnurlpGetWellKnownLnurlpUsername: {
    path: { username: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The pay links of the wallet */
  lnurlpList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly LnurlpItem[]
  }
  /** The public fields of a pay link */
  lnurlpPublic: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** What payers read. */
      readonly description?: string
      /** The least that is taken, in `currency`; worth at least 1 satoshi. */
      readonly min?: number
      /** The most that is taken, in `currency`; not less than `min`. */
      readonly max?: number
      /** `sat`, or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** How long a comment of the payer may be, in characters; 0 = none is taken. */
      readonly comment_chars?: number
      /** To scan or to copy (LUD-01). */
      readonly lnurl?: string
      /** When it has a `username`. */
      readonly lightning_address?: string
    }
  }
  /** Change a pay link */
  lnurlpUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What payers read. */
      readonly description?: string
      /** The least that is taken, in `currency`; worth at least 1 satoshi. */
      readonly min?: number
      /** The most that is taken, in `currency`; not less than `min`. */
      readonly max?: number
      /** `sat`, or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** How long a comment of the payer may be, in characters; 0 = none is taken. */
      readonly comment_chars?: number
      /** The name before the @ of its Lightning address: letters from a to z, digits, dots, hyphens and underscores. No other account can have it on the same domain, not even later. */
      readonly username?: string | null
      /** The host behind the @: one that this service answers at (`SERVICE_DOMAINS`); default that of its public URL. */
      readonly domain?: string | null
      /** Nostr zaps are taken (NIP-57), and their receipts published. */
      readonly zaps?: boolean
      /** Asks wallets not to store the link (LUD-11). */
      readonly disposable?: boolean
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook_url?: string | null
      /** Additional headers of that request: an object of at most 20 texts. */
      readonly webhook_headers?: unknown
      /** Added to the payload as `body`: any JSON. */
      readonly webhook_body?: unknown
      /** What payers read when they have paid. */
      readonly success_text?: string | null
      /** Where payers are then led (https). */
      readonly success_url?: string | null
    }
    answer: LnurlpItem
  }
  /** Log in somewhere with the wallet */
  logInByLnurl: {
    query?: { wallet_id?: string }
    body: LnurlLogin
    answer: LnurlLoggedIn
  }
  /** Log out */
  logOut: {
    answer: Detail
  }
  /** Log out everywhere */
  logOutEverywhere: {
    answer: Detail
  }
  /** Log in with username and password */
  login: {
    body: {
      /** Case-insensitive. */
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
    body: PasskeyCredential
    answer: TokenResponse
  }
  /** Log in by user id alone */
  loginByUserId: {
    body: {
      /** The user id, with dashes or without: keep it secret. */
      readonly usr: string
    }
    answer: TokenResponse
  }
  /** Log in with a Nostr key */
  loginWithNostr: {
    body?: {
      /** A signed event of kind 27235 as JSON text, or the base64 of it. Its `u` tag is the full address of this call below the public URL of the service, a former one, or another of its host names; its `method` tag is `POST`; signed less than a minute ago and not used before. */
      readonly nostr_event: string
    }
    answer: TokenResponse
  }
  /** Create a domain */
  nostrnip5Create: {
    query?: { wallet_id?: string }
    body: {
      /** The host behind the @, without a port; it must lead to this service. */
      readonly domain: string
      /** `sat`, or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** What a name costs a year, in `currency`; at least 1 satoshi is asked. */
      readonly cost: number
      /** Years that can be bought in one order. */
      readonly max_years?: number
      /** Other prices for short names: the one with the smallest `max_length` that fits counts. */
      readonly char_count_cost?: readonly {
        /** For names of at most so many characters. */
        readonly max_length: number
        /** A year, in `currency`. */
        readonly amount: number
      }[]
      /** Codes for buyers. */
      readonly promotions?: readonly {
        /** What buyers type; the case of its letters does not matter. */
        readonly code: string
        /** Taken off the price. In percent. */
        readonly buyer_discount_percent?: number
        /** Of what was paid, for `selected_referer`. In percent. */
        readonly referer_bonus_percent?: number
        /** Who gets the bonus: an own wallet id, a Lightning address or an LNURL. */
        readonly selected_referer?: string
      }[]
      /** Names that are not sold; `_`, which stands for the domain itself, never is. */
      readonly reserved_names?: readonly string[]
      /** Days after its end in which a name still works and can be renewed. */
      readonly grace_days?: number
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: Nostrnip5Item
  }
  /** Delete a domain */
  nostrnip5Delete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Take a name back */
  nostrnip5DeleteIdAddressesAddress: {
    path: { id: string; address: string }
    query?: { wallet_id?: string }
    answer: {
      /** Deleted. */
      readonly detail?: string
    }
  }
  /** A domain */
  nostrnip5Get: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: Nostrnip5Item
  }
  /** The addresses of a domain */
  nostrnip5GetIdAddresses: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Identifies it. */
      readonly id?: string
      /** The name before the @: letters from a to z, digits, dots, hyphens and underscores. */
      readonly local_part?: string
      /** The Nostr key, in hex. */
      readonly pubkey?: string
      /** Where the key is found. */
      readonly relays?: readonly string[]
      /** The name leads to the key. */
      readonly active?: boolean
      /** Until when it was paid: ISO 8601. */
      readonly expires_at?: string
      /** Paid in vain, because another buyer was faster: to be paid back. In satoshis. */
      readonly reimburse_sats?: number
    }[]
  }
  /** The page to buy a name on */
  nostrnip5GetPId: {
    path: { id: string }
    answer: string
  }
  /** The page to change one’s name on */
  nostrnip5GetPIdManage: {
    path: { id: string }
    answer: string
  }
  /** Which Nostr key a name of the domain leads to */
  nostrnip5GetPublicIdNostrJson: {
    path: { id: string }
    query?: { name?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Whether a name was paid, and in time */
  nostrnip5GetPublicIdOrdersPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** The money is there. */
      readonly paid?: boolean
      /** It can no longer be paid. */
      readonly expired?: boolean
      /** Until when it can be paid: ISO 8601. */
      readonly expires_at?: string
      /** The name leads to the key. */
      readonly active?: boolean
      /** What went wrong. */
      readonly text?: string
    }
  }
  /** Whether a name can be bought, and what it costs */
  nostrnip5GetPublicIdSearch: {
    path: { id: string }
    query: { q: string; years?: number; promo?: string }
    answer: {
      /** It can be bought now. */
      readonly available?: boolean
      /** For all the years, in `currency`. */
      readonly price?: number
      /** `sat`, or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** The same in satoshis, now. */
      readonly price_sats?: number
      /** Why it cannot be bought. */
      readonly reason?: string
    }
  }
  /** Whether an invoice of its pages is paid */
  nostrnip5GetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  nostrnip5GetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Which Nostr key a name leads to */
  nostrnip5GetWellKnownNostrJson: {
    query?: { name?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The domains of the wallet */
  nostrnip5List: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly Nostrnip5Item[]
  }
  /** Give a name away */
  nostrnip5PostIdAddresses: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** The name before the @: letters from a to z, digits, dots, hyphens and underscores. */
      readonly local_part: string
      /** The Nostr key: 64 hex digits, or npub1…. */
      readonly pubkey: string
      /** Up to 10 relays: where the key is found. */
      readonly relays?: readonly string[]
      /** For how many years. */
      readonly years?: number
    }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** The name before the @: letters from a to z, digits, dots, hyphens and underscores. */
      readonly local_part?: string
      /** The Nostr key, in hex. */
      readonly pubkey?: string
      /** Where the key is found. */
      readonly relays?: readonly string[]
      /** The name leads to the key. */
      readonly active?: boolean
      /** Until when it was paid: ISO 8601. */
      readonly expires_at?: string
      /** Paid in vain, because another buyer was faster: to be paid back. In satoshis. */
      readonly reimburse_sats?: number
      /** Lets its user change it; shown once. */
      readonly manage_secret?: string
    }
  }
  /** Buy a name, or more years of it */
  nostrnip5PostPublicIdAddresses: {
    path: { id: string }
    body: {
      /** The name before the @: letters from a to z, digits, dots, hyphens and underscores. */
      readonly local_part: string
      /** The Nostr key: 64 hex digits, or npub1…. */
      readonly pubkey: string
      /** Up to 10 relays: where the key is found. */
      readonly relays?: readonly string[]
      /** For how many years. */
      readonly years?: number
      /** The code of a promotion. */
      readonly promo?: string
    }
    answer: {
      /** To ask for its state with. */
      readonly payment_hash?: string
      /** The invoice (BOLT 11). */
      readonly payment_request?: string
      /** Until when it can be paid: ISO 8601. */
      readonly expires_at?: string
      /** Identifies the address. */
      readonly address?: string
      /** Lets the buyer change it; shown once. */
      readonly manage_secret?: string
      /** What the page then says. */
      readonly text?: string
    }
  }
  /** The price in words, for the page */
  nostrnip5PostPublicIdQuote: {
    path: { id: string }
    body?: {
      /** The name. */
      readonly local_part?: string
      /** For how many years. */
      readonly years?: number
      /** The code of a promotion. */
      readonly promo?: string
    }
    answer: {
      /** What it would cost, or why not. */
      readonly text?: string
    }
  }
  /** The public fields of a domain */
  nostrnip5Public: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** The host behind the @, without a port; it must lead to this service. */
      readonly domain?: string
      /** `sat`, or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** What a name costs a year, in `currency`; at least 1 satoshi is asked. */
      readonly cost?: number
      /** Years that can be bought in one order. */
      readonly max_years?: number
      /** Other prices for short names: the one with the smallest `max_length` that fits counts. */
      readonly char_count_cost?: readonly {
        /** For names of at most so many characters. */
        readonly max_length?: number
        /** A year, in `currency`. */
        readonly amount?: number
      }[]
      /** Days after its end in which a name still works and can be renewed. */
      readonly grace_days?: number
    }
  }
  /** Change the key or the relays of an address */
  nostrnip5PutIdAddressesAddress: {
    path: { id: string; address: string }
    query?: { wallet_id?: string }
    body?: {
      /** The Nostr key: 64 hex digits, or npub1…. */
      readonly pubkey?: string
      /** Up to 10 relays: where the key is found. */
      readonly relays?: readonly string[]
    }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** The name before the @: letters from a to z, digits, dots, hyphens and underscores. */
      readonly local_part?: string
      /** The Nostr key, in hex. */
      readonly pubkey?: string
      /** Where the key is found. */
      readonly relays?: readonly string[]
      /** The name leads to the key. */
      readonly active?: boolean
      /** Until when it was paid: ISO 8601. */
      readonly expires_at?: string
      /** Paid in vain, because another buyer was faster: to be paid back. In satoshis. */
      readonly reimburse_sats?: number
    }
  }
  /** Change the key or the relays of one’s name */
  nostrnip5PutPublicIdAddressesAddress: {
    path: { id: string; address: string }
    body: {
      /** As it was shown when the name was bought. */
      readonly manage_secret: string
      /** The Nostr key: 64 hex digits, or npub1…. */
      readonly pubkey?: string
      /** Up to 10 relays: where the key is found. */
      readonly relays?: readonly string[]
    }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** The name before the @: letters from a to z, digits, dots, hyphens and underscores. */
      readonly local_part?: string
      /** The Nostr key, in hex. */
      readonly pubkey?: string
      /** Where the key is found. */
      readonly relays?: readonly string[]
      /** The name leads to the key. */
      readonly active?: boolean
      /** Until when it was paid: ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Change a domain */
  nostrnip5Update: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** The host behind the @, without a port; it must lead to this service. */
      readonly domain?: string
      /** `sat`, or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** What a name costs a year, in `currency`; at least 1 satoshi is asked. */
      readonly cost?: number
      /** Years that can be bought in one order. */
      readonly max_years?: number
      /** Other prices for short names: the one with the smallest `max_length` that fits counts. */
      readonly char_count_cost?: readonly {
        /** For names of at most so many characters. */
        readonly max_length: number
        /** A year, in `currency`. */
        readonly amount: number
      }[] | null
      /** Codes for buyers. */
      readonly promotions?: readonly {
        /** What buyers type; the case of its letters does not matter. */
        readonly code: string
        /** Taken off the price. In percent. */
        readonly buyer_discount_percent?: number
        /** Of what was paid, for `selected_referer`. In percent. */
        readonly referer_bonus_percent?: number
        /** Who gets the bonus: an own wallet id, a Lightning address or an LNURL. */
        readonly selected_referer?: string
      }[] | null
      /** Names that are not sold; `_`, which stands for the domain itself, never is. */
      readonly reserved_names?: readonly string[] | null
      /** Days after its end in which a name still works and can be renewed. */
      readonly grace_days?: number
    }
    answer: Nostrnip5Item
  }
  /** Write about a payment */
  notePayment: {
    path: { checking_id: string }
    query?: { wallet_id?: string }
    body: {
      /** For yourself: at most 2,000 characters. */
      readonly note?: string
      /** All labels that it shall have: at most 20, of 1 to 40 characters each. */
      readonly labels?: readonly string[]
      /** One of your contacts; null = none. */
      readonly contact_id?: string | null
    }
    answer: PaymentNote
  }
  /** Create a connection */
  nwcproviderCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Which app or person uses it. */
      readonly description: string
      /** `pay`, `invoice` (make invoices), `lookup` (find one payment, get notified of received and sent ones), `history`, `balance`, `info`. */
      readonly permissions: readonly ("pay" | "invoice" | "lookup" | "history" | "balance" | "info")[]
      /** From then on every request is rejected: ISO 8601, UTC (`2027-01-31T12:00:00Z`). */
      readonly expires_at?: string
      /** What it may pay, routing fees included; all of them hold. With `pay` there must be one, or `unlimited`. */
      readonly budgets?: readonly {
        /** At most this much in one window, millisatoshis. */
        readonly budget_msats: number
        /** Seconds until the budget is full again; 0 = never. */
        readonly refresh_window: number
      }[]
      /** True: it may pay as much as the wallet holds. */
      readonly unlimited?: boolean
      /** The app's public key, 64 hex; without it, one is made, whose secret is in `connection_uri`. Cannot be changed later. */
      readonly pubkey?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: NwcproviderItem & {
      /** What the app scans: `nostr+walletconnect://…`. Contains the app's secret, which is not stored. Shown once. */
      readonly connection_uri?: string
    }
  }
  /** Delete a connection */
  nwcproviderDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A connection */
  nwcproviderGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: NwcproviderItem
  }
  /** Where the owner of a wallet connects an app */
  nwcproviderGetPPair: {
    answer: string
  }
  /** Whether an invoice of its pages is paid */
  nwcproviderGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  nwcproviderGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The connections of the wallet */
  nwcproviderList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly NwcproviderItem[]
  }
  /** Connect an app: a page with its code */
  nwcproviderPostPair: {
    query?: { wallet_id?: string }
    body: {
      /** Which app or person uses it. */
      readonly description: string
      /** What it may do: `pay` (and receive), or `receive`. */
      readonly may: "pay" | "receive"
      /** With `pay`: the most that it may pay in a window, satoshis with routing fees. */
      readonly budget_sats?: number
      /** When the budget is full again: seconds; 0 = never. */
      readonly refresh_window?: number
    }
    answer: string
  }
  /** Change a connection */
  nwcproviderUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Which app or person uses it. */
      readonly description?: string
      /** `pay`, `invoice` (make invoices), `lookup` (find one payment, get notified of received and sent ones), `history`, `balance`, `info`. */
      readonly permissions?: readonly ("pay" | "invoice" | "lookup" | "history" | "balance" | "info")[]
      /** From then on every request is rejected: ISO 8601, UTC (`2027-01-31T12:00:00Z`). */
      readonly expires_at?: string | null
      /** What it may pay, routing fees included; all of them hold. With `pay` there must be one, or `unlimited`. */
      readonly budgets?: readonly {
        /** At most this much in one window, millisatoshis. */
        readonly budget_msats: number
        /** Seconds until the budget is full again; 0 = never. */
        readonly refresh_window: number
      }[]
      /** True: it may pay as much as the wallet holds. */
      readonly unlimited?: boolean
      /** The app's public key, 64 hex; without it, one is made, whose secret is in `connection_uri`. Cannot be changed later. */
      readonly pubkey?: string | null
    }
    answer: NwcproviderItem
  }
  /** Create a product */
  offlineshopCreate: {
    query?: { wallet_id?: string }
    body: {
      /** What it is. */
      readonly name: string
      /** More about it. */
      readonly description?: string
      /** A picture as `data:` URL: PNG, JPEG, GIF or WebP of at most 100 kB. */
      readonly image?: string
      /** In the currency. */
      readonly price: number
      /** sat or an ISO 4217 code. */
      readonly currency?: string
      /** False: it is not for sale now. */
      readonly enabled?: boolean
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: OfflineshopItem
  }
  /** Delete a product */
  offlineshopDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A product */
  offlineshopGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: OfflineshopItem
  }
  /** What the customer shows to the seller */
  offlineshopGetConfirmPaymentHash: {
    path: { payment_hash: string }
    query?: { t?: string }
    answer: string
  }
  /** The sales of a product */
  offlineshopGetIdSales: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Of the payment. */
      readonly payment_hash?: string
      /** What it cost, in the currency. */
      readonly amount?: number
      /** Of the amount. */
      readonly currency?: string
      /** What arrived. In satoshis. */
      readonly sats?: number
      /** ISO 8601. */
      readonly time?: string
      /** What the customer shows. */
      readonly word?: string
    }[]
  }
  /** A product as LNURL-pay */
  offlineshopGetLnurlId: {
    path: { id: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A product as LNURL-pay: the invoice */
  offlineshopGetLnurlIdCb: {
    path: { id: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A product as LNURL-pay: the invoice */
  offlineshopGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A product to scan */
  offlineshopGetPId: {
    path: { id: string }
    answer: string
  }
  /** Where the owner asks for the sheet */
  offlineshopGetPPrint: {
    answer: string
  }
  /** All products of the wallet to print */
  offlineshopGetPrint: {
    query?: { wallet_id?: string }
    answer: string
  }
  /** How sales are confirmed */
  offlineshopGetShopSettings: {
    query?: { wallet_id?: string }
    answer: {
      /** wordlist, totp or none. */
      readonly method?: string
      /** What customers show, one after another. Only with the admin key. */
      readonly wordlist?: readonly string[]
      /** For an authenticator app: shown once, when it is made. */
      readonly totp_uri?: string
    }
  }
  /** Whether an invoice of its pages is paid */
  offlineshopGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  offlineshopGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The products of the wallet */
  offlineshopList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly OfflineshopItem[]
  }
  /** The public fields of a product */
  offlineshopPublic: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** What it is. */
      readonly name?: string
      /** More about it. */
      readonly description?: string
      /** A picture as `data:` URL: PNG, JPEG, GIF or WebP of at most 100 kB. */
      readonly image?: string
      /** In the currency. */
      readonly price?: number
      /** sat or an ISO 4217 code. */
      readonly currency?: string
      /** False: it is not for sale now. */
      readonly enabled?: boolean
      /** What customers scan. */
      readonly lnurl?: string
    }
  }
  /** Change how sales are confirmed */
  offlineshopPutShopSettings: {
    query?: { wallet_id?: string }
    body?: {
      /** wordlist, totp or none. */
      readonly method?: "wordlist" | "totp" | "none"
      /** What customers show, one after another. Only with the admin key. */
      readonly wordlist?: readonly string[]
      /** A new secret for the codes: the old app is of no use any more. */
      readonly reset?: boolean
    }
    answer: {
      /** wordlist, totp or none. */
      readonly method?: string
      /** What customers show, one after another. Only with the admin key. */
      readonly wordlist?: readonly string[]
      /** For an authenticator app: shown once, when it is made. */
      readonly totp_uri?: string
    }
  }
  /** Change a product */
  offlineshopUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What it is. */
      readonly name?: string
      /** More about it. */
      readonly description?: string | null
      /** A picture as `data:` URL: PNG, JPEG, GIF or WebP of at most 100 kB. */
      readonly image?: string | null
      /** In the currency. */
      readonly price?: number
      /** sat or an ISO 4217 code. */
      readonly currency?: string
      /** False: it is not for sale now. */
      readonly enabled?: boolean
    }
    answer: OfflineshopItem
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
  /** Order your wallets */
  orderWallets: {
    body: {
      /** Ids of your wallets. */
      readonly wallet_ids: readonly string[]
    }
    answer: readonly Wallet[]
  }
  /** Pay an LNURL or a Lightning address */
  payLnurl: {
    query?: { wallet_id?: string }
    body: LnurlPayment
    answer: LnurlPaid
  }
  /** The same as `POST /api/v1/payments/lnurl` */
  payLnurlByOtherName: {
    query?: { wallet_id?: string }
    body: LnurlPayment
    answer: LnurlPaid
  }
  /** Create a paywall */
  paywallCreate: {
    query?: { wallet_id?: string }
    body: {
      /** What is sold, in a line. */
      readonly memo: string
      /** What is sold, in full. */
      readonly description?: string
      /** The price in `currency`; 0 = the buyer chooses, at least 1 satoshi. */
      readonly amount: number
      /** Of `amount`: `sat`, or a currency code. */
      readonly currency?: string
      /** The browser of a buyer keeps the access. */
      readonly remembers?: boolean
      /** What is sold: where a buyer is led, or where the file is fetched. https. In the address of a file, `{version}` is what a buyer asks for. */
      readonly url: string
      /** `url`: buyers get the address. `file`: buyers get the file, and never its address. */
      readonly kind?: "url" | "file"
      /** Sent to the host of the file only: an object of at most 20 texts. */
      readonly file_headers?: unknown
      /** Downloads for each purchase of a file. */
      readonly max_downloads?: number
      /** Days a purchase lasts; 0 = without end. */
      readonly access_days?: number
      /** The file is an archive that programs fetch with the hash of their payment. */
      readonly release?: boolean
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: PaywallItem
  }
  /** Delete a paywall */
  paywallDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A paywall */
  paywallGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: PaywallItem
  }
  /** Download what was bought */
  paywallGetDownloadLink: {
    path: { link: string }
    query?: { version?: string }
    answer: string
  }
  /** A paywall as LNURL */
  paywallGetLnurlId: {
    path: { id: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A paywall as LNURL: the invoice */
  paywallGetLnurlIdCb: {
    path: { id: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A paywall as LNURL: the invoice */
  paywallGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The page of a paywall */
  paywallGetPId: {
    path: { id: string }
    answer: string
  }
  /** The page of a buyer */
  paywallGetPIdOpen: {
    path: { id: string }
    query?: { claim?: string; preimage?: string }
    answer: string
  }
  /** The price, or an invoice, as LNbits asks for one */
  paywallGetPaywallsInvoiceId: {
    path: { id: string }
    query?: { amount?: number }
    answer: {
      /** The price; only without `amount`. */
      readonly amount?: number
      /** Of the payment: later it opens what was bought. */
      readonly payment_hash?: string
      /** The invoice to pay. */
      readonly payment_request?: string
    }
  }
  /** What was bought */
  paywallGetPublicIdAccess: {
    path: { id: string }
    query?: { claim?: string; preimage?: string }
    answer: {
      /** What was bought, or a link to download it. */
      readonly url?: string
      /** Of a download: until when it can begin, ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Whether a purchase is paid */
  paywallGetPublicIdState: {
    path: { id: string }
    query?: { claim?: string }
    answer: {
      /** The access is there. */
      readonly paid?: boolean
    }
  }
  /** Download a release */
  paywallGetReleaseId: {
    path: { id: string }
    query?: { payment_hash?: string; version?: string }
    answer: string
  }
  /** Whether an invoice of its pages is paid */
  paywallGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  paywallGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A paywall as LNURL */
  paywallGetWellKnownLnurlpId: {
    path: { id: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A paywall as LNURL: the invoice */
  paywallGetWellKnownLnurlpIdCb: {
    path: { id: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A paywall as LNURL: the invoice */
  paywallGetWellKnownLnurlpIdCbOffer: {
    path: { id: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The paywalls of the wallet */
  paywallList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly PaywallItem[]
  }
  /** What was bought, as programs of LNbits ask */
  paywallPostPaywallsCheckInvoiceId: {
    path: { id: string }
    body: {
      /** Of the payment. */
      readonly payment_hash: string
    }
    answer: {
      /** The access is there. */
      readonly paid?: boolean
      /** What was bought, or a link to download it; only when it is paid. */
      readonly url?: string
      /** The browser of a buyer keeps the access; only when it is paid. */
      readonly remembers?: boolean
    }
  }
  /** Buy, as programs of LNbits do */
  paywallPostPaywallsInvoiceId: {
    path: { id: string }
    body: {
      /** In the currency of the paywall; at least its price. */
      readonly amount: number
    }
    answer: {
      /** Of the payment: later it opens what was bought. */
      readonly payment_hash?: string
      /** The invoice to pay. */
      readonly payment_request?: string
    }
  }
  /** Buy: an invoice */
  paywallPostPublicIdInvoices: {
    path: { id: string }
    body?: {
      /** In the currency of the paywall; where the buyer chooses it. */
      readonly amount?: number
    }
    answer: {
      /** Of the payment. */
      readonly payment_hash?: string
      /** The invoice to pay. */
      readonly payment_request?: string
      /** Proves, once it is paid, who has bought. Shown once. */
      readonly claim?: string
      /** Of the invoice, satoshis. */
      readonly amount?: number
      /** Until when it can be paid: ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** The public fields of a paywall */
  paywallPublic: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** What is sold, in a line. */
      readonly memo?: string
      /** What is sold, in full. */
      readonly description?: string
      /** The price in `currency`; 0 = the buyer chooses, at least 1 satoshi. */
      readonly amount?: number
      /** Of `amount`: `sat`, or a currency code. */
      readonly currency?: string
      /** `url`: buyers get the address. `file`: buyers get the file, and never its address. */
      readonly kind?: string
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
    }
  }
  /** Change a paywall */
  paywallUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What is sold, in a line. */
      readonly memo?: string
      /** What is sold, in full. */
      readonly description?: string | null
      /** The price in `currency`; 0 = the buyer chooses, at least 1 satoshi. */
      readonly amount?: number
      /** Of `amount`: `sat`, or a currency code. */
      readonly currency?: string
      /** The browser of a buyer keeps the access. */
      readonly remembers?: boolean
      /** What is sold: where a buyer is led, or where the file is fetched. https. In the address of a file, `{version}` is what a buyer asks for. */
      readonly url?: string
      /** `url`: buyers get the address. `file`: buyers get the file, and never its address. */
      readonly kind?: "url" | "file"
      /** Sent to the host of the file only: an object of at most 20 texts. */
      readonly file_headers?: unknown
      /** Downloads for each purchase of a file. */
      readonly max_downloads?: number
      /** Days a purchase lasts; 0 = without end. */
      readonly access_days?: number
      /** The file is an archive that programs fetch with the hash of their payment. */
      readonly release?: boolean
      /** A picture (https) above the title of its pages. */
      readonly logo?: string | null
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string | null
    }
    answer: PaywallItem
  }
  /** Ask the node about a payment now */
  pollPayment: {
    path: { checking_id: string }
    answer: {
      /** The node's answer, in words; `no answer: …` when it gave none. */
      readonly node_answer: string
      /** The payment is in another state than before. */
      readonly changed: boolean
      readonly payment: OperatorPayment
    }
  }
  /** Begin to register a passkey */
  preparePasskey: {
    body?: {
      /** The present password. */
      readonly password?: string
    }
    answer: PasskeyRegistrationOptions
  }
  /** Begin to open an account with a passkey */
  preparePasskeyAccount: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, case-insensitively. */
      readonly username: string
      /** The token of the link, which is behind its `#`. */
      readonly invitation?: string
    }
    answer: PasskeyRegistrationOptions
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
      /** From the 401 of a log-in that lacks only the second factor; valid for 5 minutes. */
      readonly ticket: string
      /** The six digits that the authenticator app shows now; each code is accepted once. */
      readonly totp?: string
      /** One of the recovery codes, in place of a second factor that is lost; each is accepted once. */
      readonly recovery_code?: string
      readonly passkey?: PasskeyCredential
    }
    answer: TokenResponse
  }
  /** What a program asks for */
  readConsentRequest: {
    query: { client_id: string; redirect_uri: string; scope: string; code_challenge: string; code_challenge_method: "S256"; response_type: "code"; state?: string }
    answer: {
      /** The name that the program gives itself. */
      readonly client_name: string
      /** Whether the name is an address, to which the browser returns. */
      readonly is_address: boolean
      /** The URL that the browser returns to. */
      readonly redirect_uri: string
      /** The requested scopes. */
      readonly scopes: readonly string[]
      /** Whether it asks to pay: then it needs a budget. */
      readonly may_spend: boolean
      /** The URL that the browser returns to if the person declines. */
      readonly denied_url: string
    }
  }
  /** How programs ask for a token */
  readOauthMetadata: {
    answer: {
      /** This service. */
      readonly issuer: string
      /** The consent page. */
      readonly authorization_endpoint: string
      /** `POST /oauth/token`. */
      readonly token_endpoint: string
      /** `POST /oauth/revoke`. */
      readonly revocation_endpoint: string
      /** The manual. */
      readonly service_documentation: string
      /** The scopes that a program can request. */
      readonly scopes_supported: readonly string[]
      /** `code`. */
      readonly response_types_supported: readonly string[]
      /** `query`. */
      readonly response_modes_supported: readonly string[]
      /** `authorization_code`. */
      readonly grant_types_supported: readonly string[]
      /** `S256`. */
      readonly code_challenge_methods_supported: readonly string[]
      /** `none`: no client has a secret. */
      readonly token_endpoint_auth_methods_supported: readonly string[]
      /** `none`. */
      readonly revocation_endpoint_auth_methods_supported: readonly string[]
      /** RFC 9207. */
      readonly authorization_response_iss_parameter_supported: boolean
    }
  }
  /** How this service sends messages */
  readPushKey: {
    answer: {
      /** `applicationServerKey` for `pushManager.subscribe`; null = this service sends no messages. */
      readonly key: string | null
      /** Whether it also sends them by mail. */
      readonly mail: boolean
    }
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
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, case-insensitively. */
      readonly username: string
      /** 8 to 128 characters of any kind. */
      readonly password: string
      /** The same again. */
      readonly password_repeat?: string
      /** E-mail address; empty = none. */
      readonly email?: string
      /** The token of the link, which is behind its `#`. */
      readonly invitation?: string
    }
    answer: Registered
  }
  /** Open an account with a passkey */
  registerByPasskey: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, case-insensitively. */
      readonly username: string
      /** Your name for it. */
      readonly name: string
      readonly passkey: NewPasskeyCredential
      /** The token of the link, which is behind its `#`. */
      readonly invitation?: string
    }
    answer: Registered
  }
  /** Reject an invitation */
  rejectWalletShare: {
    path: { id: string }
    answer: Detail
  }
  /** Remove the former Lightning node */
  removeFormerNode: {
    answer: NodeSettings
  }
  /** Send no more messages by Nostr */
  removeNostrMessages: {
    answer: NostrDestination
  }
  /** Remove a passkey */
  removePasskey: {
    path: { id: string }
    body?: {
      /** The present password. */
      readonly password?: string
    }
    answer: Detail
  }
  /** Show no more messages in a browser */
  removePushSubscription: {
    body: {
      /** The address at the push service of the browser. */
      readonly endpoint: string
    }
    answer: {
      /** Confirmation, as text. */
      readonly detail: string
    }
  }
  /** Remove the stored Lightning node */
  removeStoredNode: {
    answer: NodeSettings
  }
  /** Remove the authenticator app */
  removeTotp: {
    body: {
      /** The six digits that the authenticator app shows now; each code is accepted once. */
      readonly totp?: string
      /** One of the recovery codes, in place of a second factor that is lost; each is accepted once. */
      readonly recovery_code?: string
    }
    answer: Detail
  }
  /** Remove a user's second factor */
  removeUserSecondFactor: {
    path: { user_id: string }
    answer: Detail
  }
  /** Change the name or the look of the wallet */
  renameWallet: {
    query?: { wallet_id?: string }
    body: {
      /** 1 to 64 characters. */
      readonly name?: string
      /** What it is shown with. */
      readonly icon?: "bolt" | "car" | "coins" | "cup" | "gift" | "heart" | "home" | "music" | "people" | "plane" | "school" | "shop" | "star" | "tools" | "wallet" | null
      /** The colour of its icon. */
      readonly color?: "blue" | "brown" | "green" | "grey" | "orange" | "pink" | "purple" | "red" | null
      /** In which its balance is shown: one of `GET /api/v1/currencies`. */
      readonly currency?: string | null
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
  /** Set a new password by a link */
  resetPassword: {
    body: {
      /** The token of the link, which is behind its `#`. */
      readonly token: string
      /** 8 to 128 characters of any kind. */
      readonly password: string
      /** The same again. */
      readonly password_repeat?: string
    }
    answer: {
      /** The username to log in with. */
      readonly username: string
    }
  }
  /** Give the wallet new keys */
  resetWalletKeys: {
    query?: { wallet_id?: string }
    body?: {
      /** What you made yourself and want to keep. */
      readonly keep?: readonly ("guest-share" | "lndhub-login" | "nwc-connection" | "bolt-card" | "withdraw-link" | "cash-machine" | "payout" | "door-link")[]
    }
    answer: Wallet
  }
  /** End a payment that is stuck */
  resolvePayment: {
    path: { checking_id: string }
    body: {
      /** How it ended. */
      readonly outcome: "paid" | "failed"
      /** With `paid`, of a payment to another node: the proof, if you have it. Without one it is recorded as unproven. */
      readonly preimage?: string
      /** With `paid`, of a payment to another node: what the node took as a fee, where it does not say so itself. Above the limit the house bears it. */
      readonly fee_msat?: number
      /** For the audit log; its owner sees it as the reason of a failure. */
      readonly reason: string
      /** Although the node does not confirm it. */
      readonly force?: boolean
      /** The six digits that the authenticator app shows now; each code is accepted once. */
      readonly totp?: string
    }
    answer: {
      /** The node's answer, in words; `no answer: …` when it gave none. */
      readonly node_answer: string
      readonly payment: OperatorPayment
    }
  }
  /** Revoke a token */
  revokeAclToken: {
    path: { acl_id: string; token_id: string }
    answer: Detail
  }
  /** Revoke a link */
  revokeInvitation: {
    path: { id: string }
    answer: Detail
  }
  /** End a token that you hold */
  revokeOwnToken: {
    body?: {
      /** The token. */
      readonly token?: string
      /** Ignored. */
      readonly token_type_hint?: string
      /** Ignored: holding the token is enough. */
      readonly client_id?: string
    }
    answer: Detail
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
  /** Create a charge */
  satspayCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Whose charge it is, as the payer reads it: a shop’s name. */
      readonly name?: string
      /** What is paid for; also in the invoice. */
      readonly description: string
      /** How much, in `currency`. */
      readonly amount: number
      /** `sat`, or a currency of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** How long it can be paid: minutes. */
      readonly time?: number
      /** Payable over Lightning. */
      readonly lightning?: boolean
      /** A watch-only wallet of yours (`watchonly`): the charge is payable on-chain as well, at its own address. */
      readonly onchain?: string
      /** On-chain: paid as soon as it is seen, and not only in a block. */
      readonly zeroconf?: boolean
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook_url?: string
      /** Where the payer is led once it is paid (https). */
      readonly completelink?: string
      /** What that link says. */
      readonly completelink_text?: string
      /** Any JSON of yours; comes back with the webhook. */
      readonly extra?: unknown
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: SatspayItem
  }
  /** Delete a charge */
  satspayDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A charge */
  satspayGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: SatspayItem
  }
  /** How a charge stands, as clients of LNbits read it */
  satspayGetChargeId: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Identifies it; its page is `/satspay/{id}`. */
      readonly id?: string
      /** Whose charge it is, as the payer reads it: a shop’s name. */
      readonly name?: string
      /** What is paid for; also in the invoice. */
      readonly description?: string
      /** How much, satoshis. */
      readonly amount?: number
      /** In which it was asked for, if not in satoshis. */
      readonly currency?: string
      /** How much, in `currency`. */
      readonly currency_amount?: number
      /** How long it can be paid: minutes. */
      readonly time?: number
      /** When it was made: ISO 8601. */
      readonly timestamp?: string
      /** What has arrived, satoshis. */
      readonly balance?: number
      /** What was seen on-chain and does not count yet, satoshis. */
      readonly pending?: number
      /** All of it has arrived. */
      readonly paid?: boolean
      /** On-chain: paid as soon as it is seen, and not only in a block. */
      readonly zeroconf?: boolean
      /** Always false. */
      readonly fasttrack?: boolean
      /** The invoice. */
      readonly payment_request?: string
      /** Of that invoice. */
      readonly payment_hash?: string
      /** A watch-only wallet of yours (`watchonly`): the charge is payable on-chain as well, at its own address. */
      readonly onchainwallet?: string
      /** Its own address. */
      readonly onchainaddress?: string
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook?: string
      /** Where the payer is led once it is paid (https). */
      readonly completelink?: string
      /** What that link says. */
      readonly completelinktext?: string
      /** JSON of yours. */
      readonly extra?: string
    }
  }
  /** The style of a page of LNbits */
  satspayGetCssCss: {
    path: { css: string }
    answer: string
  }
  /** The charges of a wallet, as clients of LNbits read them */
  satspayGetLnbitsCharges: {
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Identifies it; its page is `/satspay/{id}`. */
      readonly id?: string
      /** Whose charge it is, as the payer reads it: a shop’s name. */
      readonly name?: string
      /** What is paid for; also in the invoice. */
      readonly description?: string
      /** How much, satoshis. */
      readonly amount?: number
      /** In which it was asked for, if not in satoshis. */
      readonly currency?: string
      /** How much, in `currency`. */
      readonly currency_amount?: number
      /** How long it can be paid: minutes. */
      readonly time?: number
      /** When it was made: ISO 8601. */
      readonly timestamp?: string
      /** What has arrived, satoshis. */
      readonly balance?: number
      /** What was seen on-chain and does not count yet, satoshis. */
      readonly pending?: number
      /** All of it has arrived. */
      readonly paid?: boolean
      /** On-chain: paid as soon as it is seen, and not only in a block. */
      readonly zeroconf?: boolean
      /** Always false. */
      readonly fasttrack?: boolean
      /** The invoice. */
      readonly payment_request?: string
      /** Of that invoice. */
      readonly payment_hash?: string
      /** A watch-only wallet of yours (`watchonly`): the charge is payable on-chain as well, at its own address. */
      readonly onchainwallet?: string
      /** Its own address. */
      readonly onchainaddress?: string
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook?: string
      /** Where the payer is led once it is paid (https). */
      readonly completelink?: string
      /** What that link says. */
      readonly completelinktext?: string
      /** JSON of yours. */
      readonly extra?: string
    }[]
  }
  /** The page of a charge */
  satspayGetPId: {
    path: { id: string }
    answer: string
  }
  /** How a charge stands */
  satspayGetPublicId: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** Whose charge it is, as the payer reads it: a shop’s name. */
      readonly name?: string
      /** What is paid for; also in the invoice. */
      readonly description?: string
      /** How much, in `currency`. */
      readonly amount?: number
      /** `sat`, or a currency of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** What `amount` was worth when the charge was made, satoshis. */
      readonly amount_sat?: number
      /** What has arrived, satoshis. */
      readonly balance?: number
      /** What was seen on-chain and does not count yet, satoshis. */
      readonly pending?: number
      /** `open`, `partial` (less than all has arrived), `paid` or `expired`. */
      readonly status?: string
      /** All of it has arrived. */
      readonly paid?: boolean
      /** It can no longer be paid. */
      readonly expired?: boolean
      /** Until when it can be paid: ISO 8601. */
      readonly expires_at?: string
      /** The invoice, while it can be paid. */
      readonly payment_request?: string
      /** Of that invoice. */
      readonly payment_hash?: string
      /** Where it can be paid on-chain, while it can be paid. */
      readonly onchain_address?: string
      /** Where the payer is led once it is paid (https). */
      readonly completelink?: string
      /** What that link says. */
      readonly completelink_text?: string
    }
  }
  /** Whether a charge is paid */
  satspayGetPublicIdState: {
    path: { id: string }
    answer: {
      /** All of it has arrived. */
      readonly paid?: boolean
      /** It can no longer be paid. */
      readonly expired?: boolean
      /** Until when it can be paid: ISO 8601. */
      readonly expires_at?: string
      /** Where to go now; only when it is paid. */
      readonly href?: string
    }
  }
  /** Whether an invoice of its pages is paid */
  satspayGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  satspayGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The charges of the wallet */
  satspayList: {
    query?: { limit?: number; offset?: number; wallet_id?: string; status?: "open" | "partial" | "paid" | "expired" }
    answer: readonly SatspayItem[]
  }
  /** Make a charge, as clients of LNbits do */
  satspayPostCharge: {
    query?: { wallet_id?: string }
    body?: {
      /** What is paid for. */
      readonly description?: unknown
      /** How much, satoshis. */
      readonly amount?: unknown
      /** With `currency_amount`, in place of `amount`. */
      readonly currency?: unknown
      /** How much, in `currency`. */
      readonly currency_amount?: unknown
      /** How long it can be paid: minutes. */
      readonly time?: unknown
      /** Id of a wallet of yours: payable over Lightning, into that wallet. */
      readonly lnbitswallet?: unknown
      /** Id of a watch-only wallet of yours: payable on-chain. */
      readonly onchainwallet?: unknown
      /** Whose charge it is. */
      readonly name?: unknown
      /** Called once, when the charge is paid. */
      readonly webhook?: unknown
      /** Where the payer is led once it is paid (https). */
      readonly completelink?: unknown
      /** What that link says. */
      readonly completelinktext?: unknown
      /** True: on-chain, paid as soon as it is seen. */
      readonly zeroconf?: unknown
      /** JSON of yours, as text. */
      readonly extra?: unknown
    }
    answer: {
      /** Identifies it; its page is `/satspay/{id}`. */
      readonly id?: string
      /** Whose charge it is, as the payer reads it: a shop’s name. */
      readonly name?: string
      /** What is paid for; also in the invoice. */
      readonly description?: string
      /** How much, satoshis. */
      readonly amount?: number
      /** In which it was asked for, if not in satoshis. */
      readonly currency?: string
      /** How much, in `currency`. */
      readonly currency_amount?: number
      /** How long it can be paid: minutes. */
      readonly time?: number
      /** When it was made: ISO 8601. */
      readonly timestamp?: string
      /** What has arrived, satoshis. */
      readonly balance?: number
      /** What was seen on-chain and does not count yet, satoshis. */
      readonly pending?: number
      /** All of it has arrived. */
      readonly paid?: boolean
      /** On-chain: paid as soon as it is seen, and not only in a block. */
      readonly zeroconf?: boolean
      /** Always false. */
      readonly fasttrack?: boolean
      /** The invoice. */
      readonly payment_request?: string
      /** Of that invoice. */
      readonly payment_hash?: string
      /** A watch-only wallet of yours (`watchonly`): the charge is payable on-chain as well, at its own address. */
      readonly onchainwallet?: string
      /** Its own address. */
      readonly onchainaddress?: string
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook?: string
      /** Where the payer is led once it is paid (https). */
      readonly completelink?: string
      /** What that link says. */
      readonly completelinktext?: string
      /** JSON of yours. */
      readonly extra?: string
    }
  }
  /** Look for the payment of a charge, as clients of LNbits ask */
  satspayPutChargeId: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Identifies it; its page is `/satspay/{id}`. */
      readonly id?: string
      /** Whose charge it is, as the payer reads it: a shop’s name. */
      readonly name?: string
      /** What is paid for; also in the invoice. */
      readonly description?: string
      /** How much, satoshis. */
      readonly amount?: number
      /** In which it was asked for, if not in satoshis. */
      readonly currency?: string
      /** How much, in `currency`. */
      readonly currency_amount?: number
      /** How long it can be paid: minutes. */
      readonly time?: number
      /** When it was made: ISO 8601. */
      readonly timestamp?: string
      /** What has arrived, satoshis. */
      readonly balance?: number
      /** What was seen on-chain and does not count yet, satoshis. */
      readonly pending?: number
      /** All of it has arrived. */
      readonly paid?: boolean
      /** On-chain: paid as soon as it is seen, and not only in a block. */
      readonly zeroconf?: boolean
      /** Always false. */
      readonly fasttrack?: boolean
      /** The invoice. */
      readonly payment_request?: string
      /** Of that invoice. */
      readonly payment_hash?: string
      /** A watch-only wallet of yours (`watchonly`): the charge is payable on-chain as well, at its own address. */
      readonly onchainwallet?: string
      /** Its own address. */
      readonly onchainaddress?: string
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook?: string
      /** Where the payer is led once it is paid (https). */
      readonly completelink?: string
      /** What that link says. */
      readonly completelinktext?: string
      /** JSON of yours. */
      readonly extra?: string
    }
  }
  /** Change a charge */
  satspayUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Whose charge it is, as the payer reads it: a shop’s name. */
      readonly name?: string | null
      /** What is paid for; also in the invoice. */
      readonly description?: string
      /** How much, in `currency`. */
      readonly amount?: number
      /** `sat`, or a currency of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** How long it can be paid: minutes. */
      readonly time?: number
      /** Payable over Lightning. */
      readonly lightning?: boolean
      /** A watch-only wallet of yours (`watchonly`): the charge is payable on-chain as well, at its own address. */
      readonly onchain?: string | null
      /** On-chain: paid as soon as it is seen, and not only in a block. */
      readonly zeroconf?: boolean
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook_url?: string | null
      /** Where the payer is led once it is paid (https). */
      readonly completelink?: string | null
      /** What that link says. */
      readonly completelink_text?: string
      /** Any JSON of yours; comes back with the webhook. */
      readonly extra?: unknown
    }
    answer: SatspayItem
  }
  /** What an LNURL in any form offers */
  scanLnurl: {
    query?: { wallet_id?: string }
    body: {
      /** A text with one LNURL in any form: `lnurl1…`, `lnurlp://…` and the like, a link with a `lightning` parameter, a Lightning address, a page of this installation that shows one, or its URL. */
      readonly lnurl: string
    }
    answer: LnurlOffer
  }
  /** What an LNURL offers */
  scanLnurlCode: {
    path: { code: string }
    query?: { wallet_id?: string }
    answer: LnurlOffer
  }
  /** Create a job */
  schedulerCreate: {
    query?: { wallet_id?: string }
    body: {
      /** What it is called. */
      readonly name: string
      /** When: five cron fields (minute hour day month weekday), `0 9 * * 1`. */
      readonly cron: string
      /** Where those hours are: an IANA name, `Europe/Rome`. */
      readonly timezone?: string
      /** `active` runs, `paused` does not. */
      readonly status?: "active" | "paused"
      /** `pay` a target, make an `invoice`, call a URL (`http`), mail a `report`. */
      readonly action: "pay" | "invoice" | "http" | "report"
      /** pay: whom, a Lightning address, an LNURL or another wallet of yours. */
      readonly target?: string
      /** pay, invoice: how much, in satoshis. */
      readonly amount?: number
      /** pay: the most that routing may cost, in satoshis; default what the service sets aside. */
      readonly max_fee?: number
      /** pay: for the payee, where comments are taken. */
      readonly comment?: string
      /** pay: the most in a calendar month (UTC), fees included, in satoshis. */
      readonly monthly_cap?: number
      /** invoice: what it says. */
      readonly memo?: string
      /** invoice: called when it was made and when it is paid. */
      readonly webhook_url?: string
      /** http: the method. */
      readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
      /** http: what is called. */
      readonly url?: string
      /** http: sent along, an object of at most 20 texts. */
      readonly headers?: unknown
      /** http: sent along. */
      readonly body?: string
      /** The verified address of the account. report: where it goes; every action: where to mail that the job has paused itself. */
      readonly email?: string
      /** After so many runs it pauses. */
      readonly max_runs?: number
      /** When it pauses for good: ISO 8601 with a zone (`2027-01-31T12:00:00Z`). */
      readonly ends_at?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: SchedulerItem
  }
  /** Delete a job */
  schedulerDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A job */
  schedulerGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: SchedulerItem
  }
  /** The runs of a job */
  schedulerGetIdRuns: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** When it was planned for: ISO 8601. */
      readonly time?: string
      /** How it stands. */
      readonly state?: string
      /** http: what was answered; null = nothing. */
      readonly status_code?: number
      /** How it ended, in words. */
      readonly detail?: string
      /** pay, invoice: the payment; null = none. */
      readonly payment_hash?: string
    }[]
  }
  /** Whether an invoice of its pages is paid */
  schedulerGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  schedulerGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The jobs of the wallet */
  schedulerList: {
    query?: { limit?: number; offset?: number; wallet_id?: string; status?: "active" | "paused" }
    answer: readonly SchedulerItem[]
  }
  /** Run a job now */
  schedulerPostIdRun: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** When it was planned for: ISO 8601. */
      readonly time?: string
      /** How it stands. */
      readonly state?: string
      /** http: what was answered; null = nothing. */
      readonly status_code?: number
      /** How it ended, in words. */
      readonly detail?: string
      /** pay, invoice: the payment; null = none. */
      readonly payment_hash?: string
    }
  }
  /** Change a job */
  schedulerUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What it is called. */
      readonly name?: string
      /** When: five cron fields (minute hour day month weekday), `0 9 * * 1`. */
      readonly cron?: string
      /** Where those hours are: an IANA name, `Europe/Rome`. */
      readonly timezone?: string
      /** `active` runs, `paused` does not. */
      readonly status?: "active" | "paused"
      /** `pay` a target, make an `invoice`, call a URL (`http`), mail a `report`. */
      readonly action?: "pay" | "invoice" | "http" | "report"
      /** pay: whom, a Lightning address, an LNURL or another wallet of yours. */
      readonly target?: string | null
      /** pay, invoice: how much, in satoshis. */
      readonly amount?: number | null
      /** pay: the most that routing may cost, in satoshis; default what the service sets aside. */
      readonly max_fee?: number | null
      /** pay: for the payee, where comments are taken. */
      readonly comment?: string | null
      /** pay: the most in a calendar month (UTC), fees included, in satoshis. */
      readonly monthly_cap?: number | null
      /** invoice: what it says. */
      readonly memo?: string | null
      /** invoice: called when it was made and when it is paid. */
      readonly webhook_url?: string | null
      /** http: the method. */
      readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | null
      /** http: what is called. */
      readonly url?: string | null
      /** http: sent along, an object of at most 20 texts. */
      readonly headers?: unknown
      /** http: sent along. */
      readonly body?: string | null
      /** The verified address of the account. report: where it goes; every action: where to mail that the job has paused itself. */
      readonly email?: string | null
      /** After so many runs it pauses. */
      readonly max_runs?: number | null
      /** When it pauses for good: ISO 8601 with a zone (`2027-01-31T12:00:00Z`). */
      readonly ends_at?: string | null
    }
    answer: SchedulerItem
  }
  /** Create a scrub */
  scrubCreate: {
    query?: { wallet_id?: string; verify?: boolean }
    body: {
      /** What it is for. */
      readonly description: string
      /** Where everything goes: a Lightning address, an LNURL, or the id of another wallet of yours. */
      readonly payoraddress: string
      /** Less than this is held until there is more, in satoshis. */
      readonly min_forward?: number
      /** What always stays in the wallet, in satoshis. */
      readonly keep_balance?: number
      /** False: what arrives stays. */
      readonly enabled?: boolean
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: ScrubItem
  }
  /** Delete a scrub */
  scrubDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A scrub */
  scrubGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: ScrubItem
  }
  /** List payouts */
  scrubGetIdJobs: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Identifies the job. */
      readonly id?: string
      /** The payment it comes from. */
      readonly payment_hash?: string
      /** The amount to forward, routing fees included, in satoshis. */
      readonly sats?: number
      /** `sending`; `sent`; `waiting` for its next try; `held`; `merged`: sent as part of a later job. */
      readonly state?: string
      /** How often it has failed. */
      readonly tries?: number
      /** Why the last try failed; null = it did not. */
      readonly error?: string
    }[]
  }
  /** The scrubs of the wallet */
  scrubList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly ScrubItem[]
  }
  /** Retry a payout */
  scrubPostIdJobsJobRetry: {
    path: { id: string; job: string }
    query?: { wallet_id?: string }
    answer: {
      /** Identifies the job. */
      readonly id?: string
      /** The payment it comes from. */
      readonly payment_hash?: string
      /** The amount to forward, routing fees included, in satoshis. */
      readonly sats?: number
      /** `sending`; `sent`; `waiting` for its next try; `held`; `merged`: sent as part of a later job. */
      readonly state?: string
      /** How often it has failed. */
      readonly tries?: number
      /** Why the last try failed; null = it did not. */
      readonly error?: string
    }
  }
  /** Change a scrub */
  scrubUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What it is for. */
      readonly description?: string
      /** Where everything goes: a Lightning address, an LNURL, or the id of another wallet of yours. */
      readonly payoraddress?: string
      /** Less than this is held until there is more, in satoshis. */
      readonly min_forward?: number
      /** What always stays in the wallet, in satoshis. */
      readonly keep_balance?: number
      /** False: what arrives stays. */
      readonly enabled?: boolean
    }
    answer: ScrubItem
  }
  /** Have a code mailed to your address */
  sendEmailCode: {
    answer: Detail
  }
  /** Stop or resume outgoing payments */
  setHalt: {
    body: {
      /** true stops, false resumes. */
      readonly halted: boolean
      /** For the next operator. */
      readonly reason?: string
      /** With `halted: false`: the present balance of the node counts as right from now on, because you moved the difference there yourself (paid fees on chain, added funds, restored a backup). 422 while payments differ: they are accepted one by one. */
      readonly accept_difference?: boolean
      /** With `halted: false`: resumes despite wrong books or differences to the node. */
      readonly force?: boolean
    }
    answer: Halt
  }
  /** Name the Nostr key for your messages */
  setNostrMessages: {
    body: {
      /** The key or name. */
      readonly address: string
    }
    answer: NostrDestination
  }
  /** End, or allow again, what an extension spends from a wallet */
  setSpendGrant: {
    path: { ext_id: string }
    query?: { wallet_id?: string }
    body: {
      /** false: it spends nothing more. */
      readonly active: boolean
      /** Of a package: what it may spend in each period, fees included. Required the first time. */
      readonly budget_sats?: number
      /** Of the budget: the last 24 hours, 7 days or 30 days. */
      readonly period?: "day" | "week" | "month"
      /** The most that one payment may be. */
      readonly max_sats?: number
    }
    answer: Detail
  }
  /** Settle a held payment */
  settlePayment: {
    path: { checking_id: string }
    query?: { wallet_id?: string }
    body?: SettlePayment
    answer: HoldDecision
  }
  /** Create a split */
  splitpaymentsCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Who gets the share: the id of another wallet of yours, a Lightning address or an LNURL. */
      readonly target: string
      /** A name for the target. */
      readonly alias?: string
      /** The share of every payment that arrives: 0.01 to 100 percent, at most two decimals. */
      readonly percent: number
      /** False: nothing is forwarded, and the share counts no more. */
      readonly enabled?: boolean
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: SplitpaymentsItem
  }
  /** Delete a split */
  splitpaymentsDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A split */
  splitpaymentsGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: SplitpaymentsItem
  }
  /** List payouts */
  splitpaymentsGetIdJobs: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Identifies the job. */
      readonly id?: string
      /** The payment it comes from. */
      readonly payment_hash?: string
      /** The amount to forward, routing fees included, in satoshis. */
      readonly sats?: number
      /** `sending`; `sent`; `waiting` for its next try; `held`; `merged`: sent as part of a later job. */
      readonly state?: string
      /** How often it has failed. */
      readonly tries?: number
      /** Why the last try failed; null = it did not. */
      readonly error?: string
    }[]
  }
  /** The splits of the wallet */
  splitpaymentsList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly SplitpaymentsItem[]
  }
  /** Retry a payout */
  splitpaymentsPostIdJobsJobRetry: {
    path: { id: string; job: string }
    query?: { wallet_id?: string }
    answer: {
      /** Identifies the job. */
      readonly id?: string
      /** The payment it comes from. */
      readonly payment_hash?: string
      /** The amount to forward, routing fees included, in satoshis. */
      readonly sats?: number
      /** `sending`; `sent`; `waiting` for its next try; `held`; `merged`: sent as part of a later job. */
      readonly state?: string
      /** How often it has failed. */
      readonly tries?: number
      /** Why the last try failed; null = it did not. */
      readonly error?: string
    }
  }
  /** Change a split */
  splitpaymentsUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Who gets the share: the id of another wallet of yours, a Lightning address or an LNURL. */
      readonly target?: string
      /** A name for the target. */
      readonly alias?: string | null
      /** The share of every payment that arrives: 0.01 to 100 percent, at most two decimals. */
      readonly percent?: number
      /** False: nothing is forwarded, and the share counts no more. */
      readonly enabled?: boolean
    }
    answer: SplitpaymentsItem
  }
  /** Prove again who you are */
  stepUp: {
    body: {
      /** The present password. */
      readonly password?: string
      /** The six digits that the authenticator app shows now; each code is accepted once. */
      readonly totp?: string
      /** One of the recovery codes, in place of a second factor that is lost; each is accepted once. */
      readonly recovery_code?: string
      readonly passkey?: PasskeyCredential
    }
    answer: {
      /** Confirmation, as text. */
      readonly detail: string
      /** JWT, for the header `Authorization: Bearer …`; empty when a browser got a cookie. */
      readonly access_token?: string
      /** `cookie` for a request with the header `X-Session: cookie`, else `bearer`. */
      readonly token_type?: "bearer" | "cookie"
    }
  }
  /** Create a tip jar */
  tipjarCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Whose jar it is: the title of its page. */
      readonly name: string
      /** What visitors read. */
      readonly description?: string
      /** The least that is taken, in satoshis. */
      readonly min_amount?: number
      /** The most that is taken, in satoshis. */
      readonly max_amount?: number
      /** Amounts to choose from, in satoshis. */
      readonly suggested?: readonly number[]
      /** Names and messages are shown to everybody. */
      readonly show_messages?: boolean
      /** Called with a POST for every tip. */
      readonly webhook_url?: string
      /** A watch-only wallet of yours (`watchonly`): tips may come on-chain, too, each to its own address. */
      readonly onchain?: string
      /** From how much on they may, in satoshis. */
      readonly onchain_limit?: number
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: TipjarItem
  }
  /** Delete a tip jar */
  tipjarDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A tip jar */
  tipjarGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: TipjarItem
  }
  /** The tips of a jar */
  tipjarGetIdTips: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Identifies it. */
      readonly id?: string
      /** Whose it is. */
      readonly name?: string
      /** What was said: plain text, never markup. */
      readonly message?: string
      /** How much, in satoshis. */
      readonly sats?: number
      /** When it arrived: Unix seconds. */
      readonly time?: number
      /** Not shown to visitors. */
      readonly hidden?: boolean
    }[]
  }
  /** A tip jar as LNURL */
  tipjarGetLnurlId: {
    path: { id: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A tip jar as LNURL: the invoice */
  tipjarGetLnurlIdCb: {
    path: { id: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A tip jar as LNURL: the invoice */
  tipjarGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The newest tips, for streaming software */
  tipjarGetOverlayId: {
    path: { id: string }
    answer: string
  }
  /** The page of a tip jar */
  tipjarGetPId: {
    path: { id: string }
    answer: string
  }
  /** The page for tips on-chain */
  tipjarGetPIdOnchain: {
    path: { id: string }
    answer: string
  }
  /** The page of one tip’s address */
  tipjarGetPIdOnchainTip: {
    path: { id: string; tip: string }
    answer: string
  }
  /** The page of one tip’s invoice */
  tipjarGetPIdPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: string
  }
  /** A tip jar, as visitors see it */
  tipjarGetPublicId: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** Whose jar it is: the title of its page. */
      readonly name?: string
      /** What visitors read. */
      readonly description?: string
      /** The least that is taken, in satoshis. */
      readonly min_amount?: number
      /** The most that is taken, in satoshis. */
      readonly max_amount?: number
      /** Amounts to choose from, in satoshis. */
      readonly suggested?: readonly number[]
      /** Tips may come on-chain, too, from `onchain_limit` on. */
      readonly onchain?: boolean
      /** Where they may: from how much on, satoshis. */
      readonly onchain_limit?: number
      /** The newest tips. */
      readonly messages?: readonly {
        /** Whose it is. */
        readonly name?: string
        /** What was said: plain text, never markup. */
        readonly message?: string
        /** How much, in satoshis. */
        readonly sats?: number
        /** When it arrived: Unix seconds. */
        readonly time?: number
      }[]
    }
  }
  /** The way back to the form for tips on-chain */
  tipjarGetPublicIdOnchainPlain: {
    path: { id: string }
    answer: undefined
  }
  /** The way back to the form */
  tipjarGetPublicIdPlain: {
    path: { id: string }
    answer: undefined
  }
  /** Whether a tip has arrived */
  tipjarGetPublicIdTipsPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** It has arrived. */
      readonly paid?: boolean
      /** It can no longer be paid. */
      readonly expired?: boolean
      /** Until when it can be paid: ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Whether an invoice of its pages is paid */
  tipjarGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  tipjarGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The tip jars of the wallet */
  tipjarList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly TipjarItem[]
  }
  /** Leave a tip on-chain */
  tipjarPostPublicIdOnchain: {
    path: { id: string }
    body: {
      /** How much, in satoshis. */
      readonly sats: number
      /** Whose it is; default Anonymous. */
      readonly name?: string
      /** What is said with it. */
      readonly message?: string
    }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** Where to send it. */
      readonly address?: string
      /** The same with the amount, for wallets (BIP-21). */
      readonly uri?: string
      /** Until when: ISO 8601. */
      readonly expires_at?: string
      /** Its page, below `/tipjar`. */
      readonly href?: string
    }
  }
  /** Leave a tip on-chain without JavaScript */
  tipjarPostPublicIdOnchainPlain: {
    path: { id: string }
    query: { sats: number; name?: string; message?: string }
    answer: undefined
  }
  /** Leave a tip without JavaScript */
  tipjarPostPublicIdPlain: {
    path: { id: string }
    query: { sats: number; name?: string; message?: string }
    answer: undefined
  }
  /** Leave a tip */
  tipjarPostPublicIdTips: {
    path: { id: string }
    body: {
      /** How much, in satoshis. */
      readonly sats: number
      /** Whose it is; default Anonymous. */
      readonly name?: string
      /** What is said with it. */
      readonly message?: string
    }
    answer: {
      /** To ask for its state with. */
      readonly payment_hash?: string
      /** The invoice (BOLT 11). */
      readonly payment_request?: string
      /** Until when it can be paid: ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Hide a tip, or show it again */
  tipjarPutIdTipsTip: {
    path: { id: string; tip: string }
    query?: { wallet_id?: string }
    body: {
      /** Not shown to visitors. */
      readonly hidden: boolean
    }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** Whose it is. */
      readonly name?: string
      /** What was said: plain text, never markup. */
      readonly message?: string
      /** How much, in satoshis. */
      readonly sats?: number
      /** When it arrived: Unix seconds. */
      readonly time?: number
      /** Not shown to visitors. */
      readonly hidden?: boolean
    }
  }
  /** Change a tip jar */
  tipjarUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Whose jar it is: the title of its page. */
      readonly name?: string
      /** What visitors read. */
      readonly description?: string | null
      /** The least that is taken, in satoshis. */
      readonly min_amount?: number
      /** The most that is taken, in satoshis. */
      readonly max_amount?: number
      /** Amounts to choose from, in satoshis. */
      readonly suggested?: readonly number[] | null
      /** Names and messages are shown to everybody. */
      readonly show_messages?: boolean
      /** Called with a POST for every tip. */
      readonly webhook_url?: string | null
      /** A watch-only wallet of yours (`watchonly`): tips may come on-chain, too, each to its own address. */
      readonly onchain?: string | null
      /** From how much on they may, in satoshis. */
      readonly onchain_limit?: number
      /** A picture (https) above the title of its pages. */
      readonly logo?: string | null
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string | null
    }
    answer: TipjarItem
  }
  /** Activate or deactivate an extension */
  toggleExtension: {
    path: { ext_id: string }
    body: {
      /** true: activate; false: deactivate. */
      readonly active: boolean
      /** Of the invoice in an earlier 402 answer, which you have paid. */
      readonly payment_hash?: string
    }
    answer: Extension
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
  /** Create a till */
  tposCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Its name: what customers and the payment say. */
      readonly name: string
      /** Of all its prices: sat or an ISO 4217 code. */
      readonly currency: string
      /** Tips to choose from, percent; empty: tips are not asked for. */
      readonly tip_options?: readonly number[]
      /** Another wallet of yours that tips are moved to; without it they stay. */
      readonly tip_wallet?: string
      /** Prices include their tax. */
      readonly tax_inclusive?: boolean
      /** Tax of what names none, percent. */
      readonly tax_default?: number
      /** What is sold. No two have the same title. */
      readonly items?: readonly {
        /** Its name. */
        readonly title: string
        /** Of one, in the currency. */
        readonly price: number
        /** Percent of tax; default `tax_default`. */
        readonly tax?: number
        /** The tabs of the till it stands under. */
        readonly categories?: readonly string[]
        /** A picture: an https address, or PNG, JPEG, GIF or WebP of at most 20 kB as `data:` URL. All of a till have at most 512 kB as text. */
        readonly image?: string
        /** A line below its name. */
        readonly description?: string
        /** Not for sale now. */
        readonly disabled?: boolean
      }[]
      /** On receipts. */
      readonly business_name?: string
      /** On receipts; line breaks are kept. */
      readonly business_address?: string
      /** On receipts. */
      readonly vat_id?: string
      /** Receipts are offered. */
      readonly receipt?: boolean
      /** Where takings are forwarded to, without the tip where that is moved: a Lightning address, an LNURL or another wallet of yours. */
      readonly forward_address?: string
      /** Percent of the takings that stay here. */
      readonly forward_cut?: number
      /** Satoshis that may be cashed out in a day (UTC), routing fees included; without it, nothing. */
      readonly withdraw_limit?: number
      /** Minutes that have to pass between two cash-outs. */
      readonly withdraw_between?: number
      /** Percent of a cash-out that stay here; shown to the customer. */
      readonly withdraw_premium?: number
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: TposItem
  }
  /** Delete a till */
  tposDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A till */
  tposGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: TposItem
  }
  /** The cash-outs of a till */
  tposGetIdCharges: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** How it stands. */
      readonly state?: string
      /** What was handed in, in the currency. */
      readonly amount?: number
      /** Percent that stayed. */
      readonly premium?: number
      /** What is paid out. In satoshis. */
      readonly sats?: number
      /** ISO 8601. */
      readonly time?: string
    }[]
  }
  /** The sales of a till */
  tposGetIdSales: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Of its payment. */
      readonly payment_hash?: string
      /** How it stands. */
      readonly state?: string
      /** Goods with their tax. */
      readonly amount?: number
      /** The tip. */
      readonly tip_amount?: number
      /** The tax, in the amount. */
      readonly tax?: number
      /** All of it. */
      readonly total?: number
      /** Of the amounts. */
      readonly currency?: string
      /** All of it, satoshis. */
      readonly sats?: number
      /** A note. */
      readonly memo?: string
      /** Of its receipt, in the order of payment. */
      readonly receipt_number?: number
      /** ISO 8601. */
      readonly paid_at?: string
      /** What was sold: title, quantity, price, tax. */
      readonly lines?: unknown
      /** Tip and forward: purpose, sats, state (moving, held, moved, kept), tries, error. */
      readonly moves?: unknown
    }[]
  }
  /** A cash-out as LNURL-withdraw */
  tposGetLnurlCharge: {
    path: { charge: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A cash-out as LNURL-withdraw: the payout */
  tposGetLnurlChargeCb: {
    path: { charge: string }
    query?: { k1?: string; pr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The manifest of an installed till of LNbits */
  tposGetManifestFile: {
    path: { file: string }
    answer: string
  }
  /** The till */
  tposGetPId: {
    path: { id: string }
    answer: string
  }
  /** Where the owner offers a cash-out */
  tposGetPIdCashOut: {
    path: { id: string }
    answer: string
  }
  /** A cash-out for the customer to scan */
  tposGetPIdCashOutCharge: {
    path: { id: string; charge: string }
    answer: string
  }
  /** The receipt of a sale, to print */
  tposGetPIdReceiptPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: string
  }
  /** How a sale stands */
  tposGetPublicIdInvoicesPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** Of the payment. */
      readonly payment_hash?: string
      /** The money is there. */
      readonly paid?: boolean
      /** It can no longer be paid. */
      readonly expired?: boolean
      /** Until when: ISO 8601. */
      readonly expires_at?: string
      /** Goods with their tax, in the currency. */
      readonly amount?: number
      /** The tip. */
      readonly tip_amount?: number
      /** The tax, in the amount. */
      readonly tax?: number
      /** What is to be paid. */
      readonly total?: number
      /** Of the amounts. */
      readonly currency?: string
      /** What is to be paid, satoshis. */
      readonly sats?: number
    }
  }
  /** The receipt of a sale */
  tposGetPublicIdInvoicesPaymentHashReceipt: {
    path: { id: string; payment_hash: string }
    answer: {
      /** Who sold it. */
      readonly business_name?: string
      /** Where. */
      readonly business_address?: string
      /** VAT number. */
      readonly vat_id?: string
      /** Of this receipt; sales of older versions have none. */
      readonly receipt_number?: number
      /** Of the payment. */
      readonly payment_hash?: string
      /** ISO 8601. */
      readonly paid_at?: string
      /** A note. */
      readonly memo?: string
      /** title, quantity, price, tax (percent). */
      readonly lines?: unknown
      /** percent and tax, for each rate. */
      readonly taxes?: unknown
      /** Goods with their tax, in the currency. */
      readonly amount?: number
      /** The tip. */
      readonly tip_amount?: number
      /** The tax, in the amount. */
      readonly tax?: number
      /** What is to be paid. */
      readonly total?: number
      /** Of the amounts. */
      readonly currency?: string
      /** What is to be paid, satoshis. */
      readonly sats?: number
    }
  }
  /** Whether an invoice of its pages is paid */
  tposGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Whether a sale is paid, as tills of LNbits ask */
  tposGetTpossIdInvoicesPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** The money is there. */
      readonly paid?: boolean
    }
  }
  /** Whether an invoice is paid, for the payer’s wallet */
  tposGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The tills of the wallet */
  tposList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly TposItem[]
  }
  /** Offer a cash-out */
  tposPostIdCharges: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What the customer hands in, in the currency of the till. */
      readonly amount: number
    }
    answer: {
      /** Names it. */
      readonly id?: string
      /** open. */
      readonly state?: string
      /** What was handed in. */
      readonly amount?: number
      /** Percent that stay. */
      readonly premium?: number
      /** What is paid out. In satoshis. */
      readonly sats?: number
      /** What the customer scans. */
      readonly lnurl?: string
      /** ISO 8601. */
      readonly expires_at?: string
      /** Its page, below `/tpos`. */
      readonly href?: string
    }
  }
  /** Sell: a Lightning invoice for a sale */
  tposPostPublicIdInvoices: {
    path: { id: string }
    body?: {
      /** In the currency; counts only when there are no lines. */
      readonly amount?: number
      /** A tip on top, in the currency. */
      readonly tip_amount?: number
      /** A note, which the payer reads, too. */
      readonly memo?: string
      /** What is sold. */
      readonly lines?: readonly {
        /** Of an item of the till, or what you like. */
        readonly title?: string
        /** How many; default 1. */
        readonly quantity?: number
        /** Of one; counts only for what the till has not in its list. */
        readonly price?: number
      }[]
    }
    answer: {
      /** Of the payment. */
      readonly payment_hash?: string
      /** BOLT11. */
      readonly payment_request?: string
      /** Goods with their tax, in the currency. */
      readonly amount?: number
      /** The tip. */
      readonly tip_amount?: number
      /** The tax, in the amount. */
      readonly tax?: number
      /** What is to be paid. */
      readonly total?: number
      /** Of the amounts. */
      readonly currency?: string
      /** What is to be paid, satoshis. */
      readonly sats?: number
      /** Until when: ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Collect from a card */
  tposPostPublicIdInvoicesPaymentHashPay: {
    path: { id: string; payment_hash: string }
    body: {
      /** What the card says: `lnurlw://…`, or an LNURL. */
      readonly lnurl: string
    }
    answer: {
      /** The card was asked; poll the sale to see when it is paid. */
      readonly detail?: string
    }
  }
  /** Sell, as tills of LNbits do */
  tposPostTpossIdInvoices: {
    path: { id: string }
    body?: {
      /** Satoshis, without the tip. */
      readonly amount?: unknown
      /** The tip, satoshis. */
      readonly tip_amount?: unknown
      /** A note, which the payer reads, too. */
      readonly memo?: unknown
      /** True is 400: only Lightning is taken here. */
      readonly pay_in_fiat?: unknown
    }
    answer: {
      /** Of the payment. */
      readonly payment_hash?: string
      /** The same. */
      readonly checking_id?: string
      /** BOLT11. */
      readonly payment_request?: string
      /** The same. */
      readonly bolt11?: string
      /** What is to be paid, **millisatoshis**. */
      readonly amount?: number
      /** Always 0. */
      readonly fee?: number
      /** What the payer reads. */
      readonly memo?: string
      /** pending. */
      readonly status?: string
      /** tag, tpos_id, amount and tip_amount (satoshis). */
      readonly extra?: unknown
    }
  }
  /** Collect from a card, as tills of LNbits do */
  tposPostTpossIdInvoicesInvoicePay: {
    path: { id: string; invoice: string }
    body: {
      /** What the card says: `lnurlw://…`, or an LNURL. */
      readonly lnurl: string
    }
    answer: {
      /** The card was asked and has agreed. */
      readonly success?: boolean
      /** Why not; or what the card has answered. */
      readonly detail?: unknown
    }
  }
  /** The public fields of a till */
  tposPublic: {
    path: { id: string }
    answer: {
      /** Identifies it. */
      readonly id?: string
      /** Its name: what customers and the payment say. */
      readonly name?: string
      /** Of all its prices: sat or an ISO 4217 code. */
      readonly currency?: string
      /** Tips to choose from, percent; empty: tips are not asked for. */
      readonly tip_options?: readonly number[]
      /** Prices include their tax. */
      readonly tax_inclusive?: boolean
      /** Tax of what names none, percent. */
      readonly tax_default?: number
      /** What is sold. No two have the same title. */
      readonly items?: readonly {
        /** Its name. */
        readonly title?: string
        /** Of one, in the currency. */
        readonly price?: number
        /** Percent of tax; default `tax_default`. */
        readonly tax?: number
        /** The tabs of the till it stands under. */
        readonly categories?: readonly string[]
        /** A picture: an https address, or PNG, JPEG, GIF or WebP of at most 20 kB as `data:` URL. All of a till have at most 512 kB as text. */
        readonly image?: string
        /** A line below its name. */
        readonly description?: string
        /** Not for sale now. */
        readonly disabled?: boolean
      }[]
      /** On receipts. */
      readonly business_name?: string
      /** On receipts; line breaks are kept. */
      readonly business_address?: string
      /** On receipts. */
      readonly vat_id?: string
      /** Receipts are offered. */
      readonly receipt?: boolean
      /** A picture (https) above the title of its pages. */
      readonly logo?: string
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string
    }
  }
  /** Change a till */
  tposUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Its name: what customers and the payment say. */
      readonly name?: string
      /** Of all its prices: sat or an ISO 4217 code. */
      readonly currency?: string
      /** Tips to choose from, percent; empty: tips are not asked for. */
      readonly tip_options?: readonly number[]
      /** Another wallet of yours that tips are moved to; without it they stay. */
      readonly tip_wallet?: string | null
      /** Prices include their tax. */
      readonly tax_inclusive?: boolean
      /** Tax of what names none, percent. */
      readonly tax_default?: number
      /** What is sold. No two have the same title. */
      readonly items?: readonly {
        /** Its name. */
        readonly title: string
        /** Of one, in the currency. */
        readonly price: number
        /** Percent of tax; default `tax_default`. */
        readonly tax?: number
        /** The tabs of the till it stands under. */
        readonly categories?: readonly string[]
        /** A picture: an https address, or PNG, JPEG, GIF or WebP of at most 20 kB as `data:` URL. All of a till have at most 512 kB as text. */
        readonly image?: string
        /** A line below its name. */
        readonly description?: string
        /** Not for sale now. */
        readonly disabled?: boolean
      }[]
      /** On receipts. */
      readonly business_name?: string | null
      /** On receipts; line breaks are kept. */
      readonly business_address?: string | null
      /** On receipts. */
      readonly vat_id?: string | null
      /** Receipts are offered. */
      readonly receipt?: boolean
      /** Where takings are forwarded to, without the tip where that is moved: a Lightning address, an LNURL or another wallet of yours. */
      readonly forward_address?: string | null
      /** Percent of the takings that stay here. */
      readonly forward_cut?: number
      /** Satoshis that may be cashed out in a day (UTC), routing fees included; without it, nothing. */
      readonly withdraw_limit?: number | null
      /** Minutes that have to pass between two cash-outs. */
      readonly withdraw_between?: number
      /** Percent of a cash-out that stay here; shown to the customer. */
      readonly withdraw_premium?: number
      /** A picture (https) above the title of its pages. */
      readonly logo?: string | null
      /** Of buttons and links on its pages: `#94480f`. Made darker or lighter where it could not be read. */
      readonly color?: string | null
    }
    answer: TposItem
  }
  /** Try a Lightning node */
  tryNode: {
    body: {
      /** Which kind of node. */
      readonly kind: "lnd" | "cln" | "phoenixd" | "eclair" | "ldk-server" | "lnbits" | "nwc" | "blink" | "opennode" | "strike"
      /** Its variables by name, as `kinds` lists them: URL and credentials. Certificates, macaroons and keys as text, not as paths. */
      readonly values: Readonly<Record<string, string>>
    }
    answer: TriedNode
  }
  /** Uninstall an extension */
  uninstallExtension: {
    path: { ext_id: string }
    query?: { purge?: boolean }
    answer: {
      /** Confirmation, as text. */
      readonly detail: string
      /** The deleted rows. */
      readonly export?: readonly {
        /** `items`, or a table of the extension. */
        readonly kind: string
        readonly id: string
        /** Id of the wallet it belongs to. */
        readonly wallet: string
        /** As it was stored: secrets stay sealed or hashed. */
        readonly data: unknown
        /** Unix seconds. */
        readonly created_at: number
        /** Unix seconds. */
        readonly updated_at: number
      }[]
    }
  }
  /** Unlink an identity */
  unlinkIdentity: {
    path: { id: string }
    answer: Detail
  }
  /** Change your profile */
  updateCurrentUser: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, case-insensitively. */
      readonly username?: string
      /** E-mail address; empty = none. */
      readonly email?: string
      /** The name that other users see: at most 64 characters; empty = none. */
      readonly display_name?: string
    }
    answer: CurrentUser
  }
  /** Change your password */
  updatePassword: {
    body: {
      /** The present password. */
      readonly old_password?: string
      /** 8 to 128 characters of any kind. */
      readonly new_password: string
    }
    answer: {
      /** Confirmation, as text. */
      readonly detail: string
      /** JWT, for the header `Authorization: Bearer …`; empty when a browser got a cookie. */
      readonly access_token: string
      /** `cookie` for a request with the header `X-Session: cookie`, else `bearer`. */
      readonly token_type: "bearer" | "cookie"
    }
  }
  /** Change a user */
  updateUser: {
    path: { user_id: string }
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, case-insensitively. */
      readonly username?: string
      /** E-mail address; empty = none. */
      readonly email?: string
      /** Admin privileges. */
      readonly is_admin?: boolean
      /** It cannot log in, and its tokens and wallet keys open nothing. */
      readonly disabled?: boolean
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
  /** Use a Lightning node from the next start on */
  useNode: {
    body: {
      /** Which kind of node. */
      readonly kind: "lnd" | "cln" | "phoenixd" | "eclair" | "ldk-server" | "lnbits" | "nwc" | "blink" | "opennode" | "strike"
      /** Its variables by name, as `kinds` lists them: URL and credentials. Certificates, macaroons and keys as text, not as paths. */
      readonly values: Readonly<Record<string, string>>
      /** The node in use cannot be asked any more: after the next start it is not, and what is pending there stays pending. Default: false. */
      readonly former_gone?: boolean
    }
    answer: NodeSettings
  }
  /** Verify your e-mail address */
  verifyEmail: {
    body: {
      /** The code; case-insensitive. */
      readonly code: string
    }
    answer: {
      /** The address of the profile, or empty. */
      readonly email: string
      /** It is proven to be yours. Another address is another proof. */
      readonly verified: boolean
    }
  }
  /** Prove that you read messages there */
  verifyNostrMessages: {
    body: {
      /** The code; case-insensitive. */
      readonly code: string
    }
    answer: NostrDestination
  }
  /** Create a watch-only wallet */
  watchonlyCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Its name. */
      readonly title: string
      /** Extended public key (xpub, ypub, zpub, tpub, upub, vpub), an output descriptor of one, or the JSON of a wallet of Specter, which has one. Private keys are rejected. Cannot be changed later. */
      readonly masterpub: string
      /** Kind of addresses; default what the key says, p2pkh for xpub and tpub. Cannot be changed later. */
      readonly type?: "p2pkh" | "p2sh-p2wpkh" | "p2wpkh" | "p2tr"
      /** Default mainnet, or testnet for keys of test networks. Cannot be changed later. */
      readonly network?: "mainnet" | "testnet" | "signet" | "regtest"
      /** How many unused receive addresses in a row end a scan. */
      readonly gap_receive?: number
      /** The same for change addresses. */
      readonly gap_change?: number
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: WatchonlyItem
  }
  /** Delete a watch-only wallet */
  watchonlyDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A watch-only wallet */
  watchonlyGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: WatchonlyItem
  }
  /** The addresses that were given out */
  watchonlyGetIdAddresses: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** The address. */
      readonly address?: string
      /** 0 to receive, 1 for change. */
      readonly branch_index?: number
      /** On its branch. */
      readonly address_index?: number
      /** A note of yours. */
      readonly note?: string
      /** Satoshis there at the last scan, unconfirmed ones included. */
      readonly amount?: number
      /** A transaction has named it. */
      readonly has_activity?: boolean
    }[]
  }
  /** The watch-only wallets of the wallet */
  watchonlyList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly WatchonlyItem[]
  }
  /** The next receive address */
  watchonlyPostIdAddresses: {
    path: { id: string }
    query?: { wallet_id?: string }
    body?: {
      /** A note of yours. */
      readonly note?: string
    }
    answer: {
      /** The address. */
      readonly address?: string
      /** 0 to receive, 1 for change. */
      readonly branch_index?: number
      /** On its branch. */
      readonly address_index?: number
      /** A note of yours. */
      readonly note?: string
      /** Satoshis there at the last scan, unconfirmed ones included. */
      readonly amount?: number
      /** A transaction has named it. */
      readonly has_activity?: boolean
    }
  }
  /** Hand a signed transaction to the network */
  watchonlyPostIdBroadcast: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Hex. */
      readonly tx: string
    }
    answer: {
      /** Of the transaction. */
      readonly txid?: string
    }
  }
  /** Write a transaction to be signed elsewhere */
  watchonlyPostIdPsbt: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Whom to pay. */
      readonly outputs: readonly {
        /** A bitcoin address, or a `bitcoin:` link of this amount. */
        readonly address: string
        /** Satoshis. */
        readonly amount: number
      }[]
      /** Satoshis per virtual byte, to a thousandth. */
      readonly fee_rate: number
      /** What is spent; needed where the operator has set no explorer. */
      readonly coins?: readonly {
        /** Of the transaction, as it is written: hex. */
        readonly txid: string
        /** Which output of that transaction. */
        readonly vout: number
        /** Satoshis. */
        readonly amount: number
        /** 0 to receive, 1 for change. */
        readonly branch_index: number
        /** On its branch. */
        readonly address_index: number
        /** The transaction it comes from, hex. p2pkh needs it; some signing devices want it for all. */
        readonly tx?: string
      }[]
    }
    answer: {
      /** Base64. */
      readonly psbt?: string
      /** Satoshis. */
      readonly fee?: number
      /** `{address, amount}`, or null when there is none. */
      readonly change?: unknown
      /** What some signers ask for and the PSBT lacks: previous transactions that are too large or not known. */
      readonly hint?: string
    }
  }
  /** The transaction of a signed PSBT */
  watchonlyPostIdPsbtExtract: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Base64, with all signatures. */
      readonly psbt: string
    }
    answer: {
      /** Hex. */
      readonly tx?: string
      /** Of the transaction, as it is written: hex. */
      readonly txid?: string
      /** Satoshis. */
      readonly fee?: number
    }
  }
  /** Look at the chain now */
  watchonlyPostIdScan: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** What blocks confirm, in satoshis, at the last scan. */
      readonly balance?: number
      /** What transactions in no block yet add to it, in satoshis; less than 0 when they spend. */
      readonly pending?: number
      /** Index of the next receive address. */
      readonly address_index?: number
      /** Index of the next change address. */
      readonly change_index?: number
      /** When it was last scanned: ISO 8601. */
      readonly scanned_at?: string
    }
  }
  /** Change the note of an address */
  watchonlyPutIdAddressesAddress: {
    path: { id: string; address: string }
    query?: { wallet_id?: string }
    body: {
      /** A note of yours. */
      readonly note: string
    }
    answer: {
      /** The address. */
      readonly address?: string
      /** 0 to receive, 1 for change. */
      readonly branch_index?: number
      /** On its branch. */
      readonly address_index?: number
      /** A note of yours. */
      readonly note?: string
      /** Satoshis there at the last scan, unconfirmed ones included. */
      readonly amount?: number
      /** A transaction has named it. */
      readonly has_activity?: boolean
    }
  }
  /** Change a watch-only wallet */
  watchonlyUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Its name. */
      readonly title?: string
      /** Extended public key (xpub, ypub, zpub, tpub, upub, vpub), an output descriptor of one, or the JSON of a wallet of Specter, which has one. Private keys are rejected. Cannot be changed later. */
      readonly masterpub?: string
      /** Kind of addresses; default what the key says, p2pkh for xpub and tpub. Cannot be changed later. */
      readonly type?: "p2pkh" | "p2sh-p2wpkh" | "p2wpkh" | "p2tr" | null
      /** Default mainnet, or testnet for keys of test networks. Cannot be changed later. */
      readonly network?: "mainnet" | "testnet" | "signet" | "regtest" | null
      /** How many unused receive addresses in a row end a scan. */
      readonly gap_receive?: number
      /** The same for change addresses. */
      readonly gap_change?: number
    }
    answer: WatchonlyItem
  }
  /** Create a withdraw link */
  withdrawCreate: {
    query?: { wallet_id?: string }
    body: {
      /** What the receiving wallet shows. */
      readonly title: string
      /** The least that one use pays out, satoshis. */
      readonly min_withdrawable: number
      /** The most that one use pays out, satoshis. */
      readonly max_withdrawable: number
      /** How often it can be used. Never less than `used`. */
      readonly uses: number
      /** Seconds that have to pass between two uses. */
      readonly wait_time?: number
      /** A separate voucher for every use, in place of one link for all. Cannot be changed later. */
      readonly is_unique?: boolean
      /** False: nothing can be withdrawn now. */
      readonly enabled?: boolean
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook_url?: string
      /** Additional headers of that request: an object of at most 20 texts. */
      readonly webhook_headers?: unknown
      /** Added to the payload as `body`: any JSON. */
      readonly webhook_body?: unknown
      /** A picture (https) for printed vouchers. */
      readonly custom_url?: string
      /** One of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: WithdrawItem
  }
  /** Delete a withdraw link */
  withdrawDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** A withdraw link */
  withdrawGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: WithdrawItem
  }
  /** The vouchers as CSV */
  withdrawGetCsvHash: {
    path: { hash: string }
    query?: { wallet_id?: string }
    answer: string
  }
  /** The code of a withdraw link as a picture */
  withdrawGetImgHash: {
    path: { hash: string }
    answer: undefined
  }
  /** A withdraw link as LNURL */
  withdrawGetLnurlHash: {
    path: { hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A withdraw link as LNURL: the payout */
  withdrawGetLnurlHashCb: {
    path: { hash: string }
    query?: { k1?: string; pr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** A voucher as LNURL */
  withdrawGetLnurlHashCode: {
    path: { hash: string; code: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** The page of a withdraw link */
  withdrawGetPHash: {
    path: { hash: string }
    answer: string
  }
  /** A sheet of vouchers to print */
  withdrawGetPrintHash: {
    path: { hash: string }
    query?: { wallet_id?: string }
    answer: string
  }
  /** The withdraw links of the wallet */
  withdrawList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly WithdrawItem[]
  }
  /** Be paid by a withdraw link */
  withdrawLnurl: {
    query?: { wallet_id?: string }
    body: LnurlWithdrawal
    answer: CreatedPayment
  }
  /** Change a withdraw link */
  withdrawUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** What the receiving wallet shows. */
      readonly title?: string
      /** The least that one use pays out, satoshis. */
      readonly min_withdrawable?: number
      /** The most that one use pays out, satoshis. */
      readonly max_withdrawable?: number
      /** How often it can be used. Never less than `used`. */
      readonly uses?: number
      /** Seconds that have to pass between two uses. */
      readonly wait_time?: number
      /** A separate voucher for every use, in place of one link for all. Cannot be changed later. */
      readonly is_unique?: boolean
      /** False: nothing can be withdrawn now. */
      readonly enabled?: boolean
      /** Gets a signed `POST` request with JSON for every payment; failures are retried. */
      readonly webhook_url?: string | null
      /** Additional headers of that request: an object of at most 20 texts. */
      readonly webhook_headers?: unknown
      /** Added to the payload as `body`: any JSON. */
      readonly webhook_body?: unknown
      /** A picture (https) for printed vouchers. */
      readonly custom_url?: string | null
    }
    answer: WithdrawItem
  }
}

/** Method and path of each operation. */
export const OPERATIONS = {
  acceptNodePayment: ['POST', '/api/v1/admin/node-payments/{payment_hash}/accept'],
  acceptWalletShare: ['PUT', '/api/v1/wallet/share'],
  acknowledgeAlarm: ['PUT', '/api/v1/admin/alarms/{id}'],
  activateTotp: ['PUT', '/api/v1/auth/totp'],
  addPasskey: ['POST', '/api/v1/auth/passkeys'],
  addPlayBalance: ['POST', '/api/v1/wallet/play-balance'],
  addPushSubscription: ['POST', '/api/v1/push/subscriptions'],
  adjustUserBalance: ['PUT', '/users/api/v1/user/{user_id}/balance'],
  beginPasskeyLogin: ['POST', '/api/v1/auth/passkey/options'],
  beginProviderLogin: ['GET', '/api/v1/auth/{provider}'],
  beginStepUpByPasskey: ['POST', '/api/v1/auth/step-up/options'],
  bitcoinswitchCreate: ['POST', '/bitcoinswitch/api/v1/'],
  bitcoinswitchDelete: ['DELETE', '/bitcoinswitch/api/v1/{id}'],
  bitcoinswitchGet: ['GET', '/bitcoinswitch/api/v1/{id}'],
  bitcoinswitchGetIdTriggers: ['GET', '/bitcoinswitch/api/v1/{id}/triggers'],
  bitcoinswitchGetLnurlId: ['GET', '/bitcoinswitch/lnurl/{id}'],
  bitcoinswitchGetLnurlIdCb: ['GET', '/bitcoinswitch/lnurl/{id}/cb'],
  bitcoinswitchGetLnurlIdCbOffer: ['GET', '/bitcoinswitch/lnurl/{id}/cb/{offer}'],
  bitcoinswitchGetPublicId: ['GET', '/bitcoinswitch/public/{id}'],
  bitcoinswitchGetStatePaymentHash: ['GET', '/bitcoinswitch/state/{payment_hash}'],
  bitcoinswitchGetVerifyPaymentHash: ['GET', '/bitcoinswitch/verify/{payment_hash}'],
  bitcoinswitchList: ['GET', '/bitcoinswitch/api/v1/'],
  bitcoinswitchPostIdTrigger: ['POST', '/bitcoinswitch/api/v1/{id}/trigger'],
  bitcoinswitchUpdate: ['PUT', '/bitcoinswitch/api/v1/{id}'],
  boltcardsCreate: ['POST', '/boltcards/api/v1/'],
  boltcardsDelete: ['DELETE', '/boltcards/api/v1/{id}'],
  boltcardsGet: ['GET', '/boltcards/api/v1/{id}'],
  boltcardsGetAuth: ['GET', '/boltcards/auth'],
  boltcardsGetIdHits: ['GET', '/boltcards/api/v1/{id}/hits'],
  boltcardsGetIdRefunds: ['GET', '/boltcards/api/v1/{id}/refunds'],
  boltcardsGetLnurlHitCb: ['GET', '/boltcards/lnurl/{hit}/cb'],
  boltcardsGetRefundHit: ['GET', '/boltcards/refund/{hit}'],
  boltcardsGetRefundHitCb: ['GET', '/boltcards/refund/{hit}/cb'],
  boltcardsGetRefundHitCbOffer: ['GET', '/boltcards/refund/{hit}/cb/{offer}'],
  boltcardsGetScanExternalId: ['GET', '/boltcards/scan/{external_id}'],
  boltcardsGetStatePaymentHash: ['GET', '/boltcards/state/{payment_hash}'],
  boltcardsGetVerifyPaymentHash: ['GET', '/boltcards/verify/{payment_hash}'],
  boltcardsList: ['GET', '/boltcards/api/v1/'],
  boltcardsPostAuth: ['POST', '/boltcards/auth'],
  boltcardsPostIdRekey: ['POST', '/boltcards/api/v1/{id}/rekey'],
  boltcardsPostIdWipe: ['POST', '/boltcards/api/v1/{id}/wipe'],
  boltcardsUpdate: ['PUT', '/boltcards/api/v1/{id}'],
  cancelPayment: ['DELETE', '/api/v1/payments/{checking_id}'],
  changeAcl: ['PUT', '/api/v1/auth/acls/{acl_id}'],
  changeContact: ['PUT', '/api/v1/contacts/{id}'],
  changePassword: ['PUT', '/api/v1/auth/password'],
  changePreferences: ['PUT', '/api/v1/auth/me/preferences'],
  changeSettings: ['PUT', '/api/v1/admin/settings'],
  changeSettingsOfAdmin: ['PUT', '/admin/api/v1/settings'],
  changeWalletShare: ['PUT', '/api/v1/wallet/share/{id}'],
  checkBooks: ['POST', '/api/v1/admin/check-books'],
  convert: ['POST', '/api/v1/conversion'],
  copilotCreate: ['POST', '/copilot/api/v1/'],
  copilotDelete: ['DELETE', '/copilot/api/v1/{id}'],
  copilotGet: ['GET', '/copilot/api/v1/{id}'],
  copilotGetLnurlId: ['GET', '/copilot/lnurl/{id}'],
  copilotGetLnurlIdCb: ['GET', '/copilot/lnurl/{id}/cb'],
  copilotGetLnurlIdCbOffer: ['GET', '/copilot/lnurl/{id}/cb/{offer}'],
  copilotGetOverlayId: ['GET', '/copilot/overlay/{id}'],
  copilotGetPId: ['GET', '/copilot/p/{id}'],
  copilotGetPanelId: ['GET', '/copilot/panel/{id}'],
  copilotGetPublicId: ['GET', '/copilot/public/{id}'],
  copilotGetStatePaymentHash: ['GET', '/copilot/state/{payment_hash}'],
  copilotGetVerifyPaymentHash: ['GET', '/copilot/verify/{payment_hash}'],
  copilotList: ['GET', '/copilot/api/v1/'],
  copilotPostIdPlay: ['POST', '/copilot/api/v1/{id}/play'],
  copilotUpdate: ['PUT', '/copilot/api/v1/{id}'],
  createAcl: ['POST', '/api/v1/auth/acls'],
  createAclToken: ['POST', '/api/v1/auth/acls/{acl_id}/tokens'],
  createContact: ['POST', '/api/v1/contacts'],
  createDownloadLink: ['POST', '/api/v1/download-links'],
  createInvitation: ['POST', '/users/api/v1/invitations'],
  createPayment: ['POST', '/api/v1/payments'],
  createResetLink: ['POST', '/users/api/v1/user/{user_id}/reset-link'],
  createShortLink: ['POST', '/api/v1/tinyurl'],
  createUser: ['POST', '/users/api/v1/user'],
  createWallet: ['POST', '/api/v1/wallet'],
  decodeInvoice: ['POST', '/api/v1/payments/decode'],
  deleteAcl: ['DELETE', '/api/v1/auth/acls/{acl_id}'],
  deleteContact: ['DELETE', '/api/v1/contacts/{id}'],
  deleteCurrentUser: ['DELETE', '/api/v1/auth/me'],
  deleteShortLink: ['DELETE', '/api/v1/tinyurl/{id}'],
  deleteUser: ['DELETE', '/users/api/v1/user/{user_id}'],
  deleteWallet: ['DELETE', '/api/v1/wallet'],
  describeExtension: ['GET', '/api/v1/extension/{ext_id}/description'],
  describeSettings: ['GET', '/api/v1/admin/settings/description'],
  download: ['GET', '/api/v1/downloads/{link}'],
  downloadBackup: ['GET', '/admin/api/v1/backup'],
  endProviderLogin: ['GET', '/api/v1/auth/{provider}/token'],
  endSession: ['DELETE', '/api/v1/auth/sessions/{id}'],
  endWalletShare: ['DELETE', '/api/v1/wallet/share/{id}'],
  eventsCreate: ['POST', '/events/api/v1/'],
  eventsDelete: ['DELETE', '/events/api/v1/{id}'],
  eventsDeleteIdDoor: ['DELETE', '/events/api/v1/{id}/door'],
  eventsGet: ['GET', '/events/api/v1/{id}'],
  eventsGetIdTickets: ['GET', '/events/api/v1/{id}/tickets'],
  eventsGetOrderOrder: ['GET', '/events/order/{order}'],
  eventsGetPId: ['GET', '/events/p/{id}'],
  eventsGetPIdDoor: ['GET', '/events/p/{id}/door'],
  eventsGetPIdScan: ['GET', '/events/p/{id}/scan'],
  eventsGetStatePaymentHash: ['GET', '/events/state/{payment_hash}'],
  eventsGetTicketTicket: ['GET', '/events/ticket/{ticket}'],
  eventsGetVerifyPaymentHash: ['GET', '/events/verify/{payment_hash}'],
  eventsList: ['GET', '/events/api/v1/'],
  eventsPostIdDoor: ['POST', '/events/api/v1/{id}/door'],
  eventsPostOrderOrderRefund: ['POST', '/events/order/{order}/refund'],
  eventsPostPublicIdDoor: ['POST', '/events/public/{id}/door'],
  eventsPostPublicIdQuote: ['POST', '/events/public/{id}/quote'],
  eventsPostPublicIdTickets: ['POST', '/events/public/{id}/tickets'],
  eventsPublic: ['GET', '/events/public/{id}'],
  eventsPutIdTicketsTicketRefund: ['PUT', '/events/api/v1/{id}/tickets/{ticket}/refund'],
  eventsPutIdTicketsTicketRegister: ['PUT', '/events/api/v1/{id}/tickets/{ticket}/register'],
  eventsUpdate: ['PUT', '/events/api/v1/{id}'],
  exchangeCode: ['POST', '/oauth/token'],
  exchangeProviderCode: ['POST', '/api/v1/auth/{provider}/token'],
  exportContacts: ['GET', '/api/v1/contacts/export'],
  exportPayments: ['GET', '/api/v1/payments/export'],
  followShortLink: ['GET', '/t/{id}'],
  fossaCreate: ['POST', '/fossa/api/v1/'],
  fossaDelete: ['DELETE', '/fossa/api/v1/{id}'],
  fossaGet: ['GET', '/fossa/api/v1/{id}'],
  fossaGetIdClaims: ['GET', '/fossa/api/v1/{id}/claims'],
  fossaGetLnurlId: ['GET', '/fossa/lnurl/{id}'],
  fossaGetLnurlIdCb: ['GET', '/fossa/lnurl/{id}/cb'],
  fossaGetPId: ['GET', '/fossa/p/{id}'],
  fossaList: ['GET', '/fossa/api/v1/'],
  fossaPostIdClaimsClaimRelease: ['POST', '/fossa/api/v1/{id}/claims/{claim}/release'],
  fossaPostIdRekey: ['POST', '/fossa/api/v1/{id}/rekey'],
  fossaPostPublicIdClaims: ['POST', '/fossa/public/{id}/claims'],
  fossaPublic: ['GET', '/fossa/public/{id}'],
  fossaUpdate: ['PUT', '/fossa/api/v1/{id}'],
  getContact: ['GET', '/api/v1/contacts/{id}'],
  getCurrentUser: ['GET', '/api/v1/auth'],
  getDailyStatistics: ['GET', '/api/v1/payments/stats/daily'],
  getExtension: ['GET', '/api/v1/extension/{ext_id}/details'],
  getFeeReserve: ['GET', '/api/v1/payments/fee-reserve'],
  getHalt: ['GET', '/api/v1/admin/halt'],
  getHealth: ['GET', '/api/v1/health'],
  getMetrics: ['GET', '/metrics'],
  getNodeSettings: ['GET', '/api/v1/admin/funding'],
  getNostrMessages: ['GET', '/api/v1/push/nostr'],
  getPayment: ['GET', '/api/v1/payments/{checking_id}'],
  getPaymentHistory: ['GET', '/api/v1/payments/history'],
  getPreferences: ['GET', '/api/v1/auth/me/preferences'],
  getQrCode: ['GET', '/api/v1/qrcode/{data}'],
  getRate: ['GET', '/api/v1/rate/{currency}'],
  getRateHistory: ['GET', '/api/v1/rate/history'],
  getReady: ['GET', '/ready'],
  getSecondFactor: ['GET', '/api/v1/auth/second-factor'],
  getServerStatus: ['GET', '/api/v1/admin/status'],
  getSettings: ['GET', '/api/v1/admin/settings'],
  getSettingsOfAdmin: ['GET', '/admin/api/v1/settings'],
  getShortLink: ['GET', '/api/v1/tinyurl/{id}'],
  getStatus: ['GET', '/api/v1/status'],
  getTagStatistics: ['GET', '/api/v1/payments/stats/count'],
  getUser: ['GET', '/users/api/v1/user/{user_id}'],
  getVerifiedEmail: ['GET', '/api/v1/auth/email'],
  getWallet: ['GET', '/api/v1/wallet'],
  getWalletKeys: ['GET', '/api/v1/wallet/keys'],
  getWalletStatistics: ['GET', '/api/v1/payments/stats/wallets'],
  getWebhook: ['GET', '/api/v1/wallet/webhook'],
  giveConsent: ['POST', '/api/v1/auth/consent'],
  governExtension: ['POST', '/admin/api/v1/extensions'],
  governExtensionOfServer: ['POST', '/api/v1/admin/extensions'],
  importContacts: ['POST', '/api/v1/contacts/import'],
  installExtension: ['POST', '/api/v1/extension'],
  installExtensionOfServer: ['POST', '/api/v1/admin/extensions/install'],
  installFirstSuperUser: ['PUT', '/api/v1/auth/first_install'],
  inviteToWallet: ['PUT', '/api/v1/wallet/share/invite'],
  invoicesCreate: ['POST', '/invoices/api/v1/'],
  invoicesDelete: ['DELETE', '/invoices/api/v1/{id}'],
  invoicesGet: ['GET', '/invoices/api/v1/{id}'],
  invoicesGetPId: ['GET', '/invoices/p/{id}'],
  invoicesGetPIdPayPaymentHash: ['GET', '/invoices/p/{id}/pay/{payment_hash}'],
  invoicesGetPublicId: ['GET', '/invoices/public/{id}'],
  invoicesGetPublicIdPay: ['GET', '/invoices/public/{id}/pay'],
  invoicesGetStatePaymentHash: ['GET', '/invoices/state/{payment_hash}'],
  invoicesGetVerifyPaymentHash: ['GET', '/invoices/verify/{payment_hash}'],
  invoicesList: ['GET', '/invoices/api/v1/'],
  invoicesPostPublicIdPayments: ['POST', '/invoices/public/{id}/payments'],
  invoicesUpdate: ['PUT', '/invoices/api/v1/{id}'],
  linkNostrKey: ['POST', '/api/v1/auth/nostr/link'],
  linkProvider: ['POST', '/api/v1/auth/{provider}/link'],
  listAclEndpoints: ['GET', '/api/v1/auth/acls/endpoints'],
  listAcls: ['GET', '/api/v1/auth/acls'],
  listAlarms: ['GET', '/api/v1/admin/alarms'],
  listAuditLog: ['GET', '/admin/api/v1/audit'],
  listContacts: ['GET', '/api/v1/contacts'],
  listCurrencies: ['GET', '/api/v1/currencies'],
  listExtensionReleases: ['GET', '/admin/api/v1/extensions/releases'],
  listExtensions: ['GET', '/api/v1/extension'],
  listExtensionsForAdmin: ['GET', '/admin/api/v1/extensions'],
  listExtensionsForAdminOfServer: ['GET', '/api/v1/admin/extensions'],
  listIdentities: ['GET', '/api/v1/auth/identities'],
  listInvitations: ['GET', '/users/api/v1/invitations'],
  listLoginMethods: ['GET', '/api/v1/auth/methods'],
  listPasskeys: ['GET', '/api/v1/auth/passkeys'],
  listPaymentLabels: ['GET', '/api/v1/payments/labels'],
  listPayments: ['GET', '/api/v1/payments'],
  listPaymentsPaginated: ['GET', '/api/v1/payments/paginated'],
  listReleasesOfExtension: ['GET', '/api/v1/extension/{ext_id}/releases'],
  listSessions: ['GET', '/api/v1/auth/sessions'],
  listShortLinks: ['GET', '/api/v1/tinyurl'],
  listSpendGrants: ['GET', '/api/v1/extension/grants'],
  listUnfinishedPayments: ['GET', '/api/v1/admin/payments'],
  listUsers: ['GET', '/users/api/v1/user'],
  listWalletShares: ['GET', '/api/v1/wallet/share'],
  listWallets: ['GET', '/api/v1/wallets'],
  listWalletsOfUser: ['GET', '/users/api/v1/user/{user_id}/wallets'],
  listWalletsPaginated: ['GET', '/api/v1/wallet/paginated'],
  listWebhookDeliveries: ['GET', '/api/v1/wallet/webhook/deliveries'],
  lncalendarCreate: ['POST', '/lncalendar/api/v1/'],
  lncalendarDelete: ['DELETE', '/lncalendar/api/v1/{id}'],
  lncalendarDeleteIdAppointmentsAppointment: ['DELETE', '/lncalendar/api/v1/{id}/appointments/{appointment}'],
  lncalendarDeleteIdUnavailableRange: ['DELETE', '/lncalendar/api/v1/{id}/unavailable/{range}'],
  lncalendarGet: ['GET', '/lncalendar/api/v1/{id}'],
  lncalendarGetIdAppointments: ['GET', '/lncalendar/api/v1/{id}/appointments'],
  lncalendarGetIdUnavailable: ['GET', '/lncalendar/api/v1/{id}/unavailable'],
  lncalendarGetPId: ['GET', '/lncalendar/p/{id}'],
  lncalendarGetPIdBookingPaymentHash: ['GET', '/lncalendar/p/{id}/booking/{payment_hash}'],
  lncalendarGetPublicIdAppointmentsPaymentHash: ['GET', '/lncalendar/public/{id}/appointments/{payment_hash}'],
  lncalendarGetPublicIdAppointmentsPaymentHashCalendarIcs: ['GET', '/lncalendar/public/{id}/appointments/{payment_hash}/calendar.ics'],
  lncalendarGetPublicIdSlots: ['GET', '/lncalendar/public/{id}/slots'],
  lncalendarGetStatePaymentHash: ['GET', '/lncalendar/state/{payment_hash}'],
  lncalendarGetVerifyPaymentHash: ['GET', '/lncalendar/verify/{payment_hash}'],
  lncalendarList: ['GET', '/lncalendar/api/v1/'],
  lncalendarPostIdUnavailable: ['POST', '/lncalendar/api/v1/{id}/unavailable'],
  lncalendarPostPublicIdAppointments: ['POST', '/lncalendar/public/{id}/appointments'],
  lncalendarPublic: ['GET', '/lncalendar/public/{id}'],
  lncalendarUpdate: ['PUT', '/lncalendar/api/v1/{id}'],
  lndhubCreate: ['POST', '/lndhub/api/v1/'],
  lndhubDelete: ['DELETE', '/lndhub/api/v1/{id}'],
  lndhubGet: ['GET', '/lndhub/api/v1/{id}'],
  lndhubGetExtBalance: ['GET', '/lndhub/ext/balance'],
  lndhubGetExtCheckpaymentPaymentHash: ['GET', '/lndhub/ext/checkpayment/{payment_hash}'],
  lndhubGetExtCheckrouteinvoice: ['GET', '/lndhub/ext/checkrouteinvoice'],
  lndhubGetExtDecodeinvoice: ['GET', '/lndhub/ext/decodeinvoice'],
  lndhubGetExtGetbtc: ['GET', '/lndhub/ext/getbtc'],
  lndhubGetExtGetinfo: ['GET', '/lndhub/ext/getinfo'],
  lndhubGetExtGetpending: ['GET', '/lndhub/ext/getpending'],
  lndhubGetExtGettxs: ['GET', '/lndhub/ext/gettxs'],
  lndhubGetExtGetuserinvoices: ['GET', '/lndhub/ext/getuserinvoices'],
  lndhubGetStatePaymentHash: ['GET', '/lndhub/state/{payment_hash}'],
  lndhubGetVerifyPaymentHash: ['GET', '/lndhub/verify/{payment_hash}'],
  lndhubList: ['GET', '/lndhub/api/v1/'],
  lndhubPostExtAddinvoice: ['POST', '/lndhub/ext/addinvoice'],
  lndhubPostExtAuth: ['POST', '/lndhub/ext/auth'],
  lndhubPostExtCreate: ['POST', '/lndhub/ext/create'],
  lndhubPostExtPayinvoice: ['POST', '/lndhub/ext/payinvoice'],
  lndhubUpdate: ['PUT', '/lndhub/api/v1/{id}'],
  lnticketCreate: ['POST', '/lnticket/api/v1/'],
  lnticketDelete: ['DELETE', '/lnticket/api/v1/{id}'],
  lnticketDeleteIdTicketsTicket: ['DELETE', '/lnticket/api/v1/{id}/tickets/{ticket}'],
  lnticketGet: ['GET', '/lnticket/api/v1/{id}'],
  lnticketGetIdTickets: ['GET', '/lnticket/api/v1/{id}/tickets'],
  lnticketGetPId: ['GET', '/lnticket/p/{id}'],
  lnticketGetPublicIdTicketsPaymentHash: ['GET', '/lnticket/public/{id}/tickets/{payment_hash}'],
  lnticketGetStatePaymentHash: ['GET', '/lnticket/state/{payment_hash}'],
  lnticketGetVerifyPaymentHash: ['GET', '/lnticket/verify/{payment_hash}'],
  lnticketList: ['GET', '/lnticket/api/v1/'],
  lnticketPostPublicIdQuote: ['POST', '/lnticket/public/{id}/quote'],
  lnticketPostPublicIdTickets: ['POST', '/lnticket/public/{id}/tickets'],
  lnticketPublic: ['GET', '/lnticket/public/{id}'],
  lnticketPutIdTicketsTicket: ['PUT', '/lnticket/api/v1/{id}/tickets/{ticket}'],
  lnticketUpdate: ['PUT', '/lnticket/api/v1/{id}'],
  lnurlpCreate: ['POST', '/lnurlp/api/v1/'],
  lnurlpDelete: ['DELETE', '/lnurlp/api/v1/{id}'],
  lnurlpGet: ['GET', '/lnurlp/api/v1/{id}'],
  lnurlpGetLnurlId: ['GET', '/lnurlp/lnurl/{id}'],
  lnurlpGetLnurlIdCb: ['GET', '/lnurlp/lnurl/{id}/cb'],
  lnurlpGetLnurlIdCbOffer: ['GET', '/lnurlp/lnurl/{id}/cb/{offer}'],
  lnurlpGetPId: ['GET', '/lnurlp/p/{id}'],
  lnurlpGetPIdThanks: ['GET', '/lnurlp/p/{id}/thanks'],
  lnurlpGetStatePaymentHash: ['GET', '/lnurlp/state/{payment_hash}'],
  lnurlpGetVerifyPaymentHash: ['GET', '/lnurlp/verify/{payment_hash}'],
  lnurlpGetWellKnownLnurlpUsername: ['GET', '/.well-known/lnurlp/{username}'],
  lnurlpList: ['GET', '/lnurlp/api/v1/'],
  lnurlpPublic: ['GET', '/lnurlp/public/{id}'],
  lnurlpUpdate: ['PUT', '/lnurlp/api/v1/{id}'],
  logInByLnurl: ['POST', '/api/v1/lnurlauth'],
  logOut: ['POST', '/api/v1/auth/logout'],
  logOutEverywhere: ['POST', '/api/v1/auth/logout-everywhere'],
  login: ['POST', '/api/v1/auth'],
  loginByPasskey: ['POST', '/api/v1/auth/passkey'],
  loginByUserId: ['POST', '/api/v1/auth/usr'],
  loginWithNostr: ['POST', '/api/v1/auth/nostr'],
  nostrnip5Create: ['POST', '/nostrnip5/api/v1/'],
  nostrnip5Delete: ['DELETE', '/nostrnip5/api/v1/{id}'],
  nostrnip5DeleteIdAddressesAddress: ['DELETE', '/nostrnip5/api/v1/{id}/addresses/{address}'],
  nostrnip5Get: ['GET', '/nostrnip5/api/v1/{id}'],
  nostrnip5GetIdAddresses: ['GET', '/nostrnip5/api/v1/{id}/addresses'],
  nostrnip5GetPId: ['GET', '/nostrnip5/p/{id}'],
  nostrnip5GetPIdManage: ['GET', '/nostrnip5/p/{id}/manage'],
  nostrnip5GetPublicIdNostrJson: ['GET', '/nostrnip5/public/{id}/nostr.json'],
  nostrnip5GetPublicIdOrdersPaymentHash: ['GET', '/nostrnip5/public/{id}/orders/{payment_hash}'],
  nostrnip5GetPublicIdSearch: ['GET', '/nostrnip5/public/{id}/search'],
  nostrnip5GetStatePaymentHash: ['GET', '/nostrnip5/state/{payment_hash}'],
  nostrnip5GetVerifyPaymentHash: ['GET', '/nostrnip5/verify/{payment_hash}'],
  nostrnip5GetWellKnownNostrJson: ['GET', '/.well-known/nostr.json'],
  nostrnip5List: ['GET', '/nostrnip5/api/v1/'],
  nostrnip5PostIdAddresses: ['POST', '/nostrnip5/api/v1/{id}/addresses'],
  nostrnip5PostPublicIdAddresses: ['POST', '/nostrnip5/public/{id}/addresses'],
  nostrnip5PostPublicIdQuote: ['POST', '/nostrnip5/public/{id}/quote'],
  nostrnip5Public: ['GET', '/nostrnip5/public/{id}'],
  nostrnip5PutIdAddressesAddress: ['PUT', '/nostrnip5/api/v1/{id}/addresses/{address}'],
  nostrnip5PutPublicIdAddressesAddress: ['PUT', '/nostrnip5/public/{id}/addresses/{address}'],
  nostrnip5Update: ['PUT', '/nostrnip5/api/v1/{id}'],
  notePayment: ['PUT', '/api/v1/payments/{checking_id}/note'],
  nwcproviderCreate: ['POST', '/nwcprovider/api/v1/'],
  nwcproviderDelete: ['DELETE', '/nwcprovider/api/v1/{id}'],
  nwcproviderGet: ['GET', '/nwcprovider/api/v1/{id}'],
  nwcproviderGetPPair: ['GET', '/nwcprovider/p/pair'],
  nwcproviderGetStatePaymentHash: ['GET', '/nwcprovider/state/{payment_hash}'],
  nwcproviderGetVerifyPaymentHash: ['GET', '/nwcprovider/verify/{payment_hash}'],
  nwcproviderList: ['GET', '/nwcprovider/api/v1/'],
  nwcproviderPostPair: ['POST', '/nwcprovider/pair'],
  nwcproviderUpdate: ['PUT', '/nwcprovider/api/v1/{id}'],
  offlineshopCreate: ['POST', '/offlineshop/api/v1/'],
  offlineshopDelete: ['DELETE', '/offlineshop/api/v1/{id}'],
  offlineshopGet: ['GET', '/offlineshop/api/v1/{id}'],
  offlineshopGetConfirmPaymentHash: ['GET', '/offlineshop/confirm/{payment_hash}'],
  offlineshopGetIdSales: ['GET', '/offlineshop/api/v1/{id}/sales'],
  offlineshopGetLnurlId: ['GET', '/offlineshop/lnurl/{id}'],
  offlineshopGetLnurlIdCb: ['GET', '/offlineshop/lnurl/{id}/cb'],
  offlineshopGetLnurlIdCbOffer: ['GET', '/offlineshop/lnurl/{id}/cb/{offer}'],
  offlineshopGetPId: ['GET', '/offlineshop/p/{id}'],
  offlineshopGetPPrint: ['GET', '/offlineshop/p/print'],
  offlineshopGetPrint: ['GET', '/offlineshop/print'],
  offlineshopGetShopSettings: ['GET', '/offlineshop/api/v1/shop/settings'],
  offlineshopGetStatePaymentHash: ['GET', '/offlineshop/state/{payment_hash}'],
  offlineshopGetVerifyPaymentHash: ['GET', '/offlineshop/verify/{payment_hash}'],
  offlineshopList: ['GET', '/offlineshop/api/v1/'],
  offlineshopPublic: ['GET', '/offlineshop/public/{id}'],
  offlineshopPutShopSettings: ['PUT', '/offlineshop/api/v1/shop/settings'],
  offlineshopUpdate: ['PUT', '/offlineshop/api/v1/{id}'],
  openWebSocket: ['GET', '/api/v1/ws'],
  openWebSocketOf: ['GET', '/api/v1/ws/{id}'],
  orderWallets: ['PUT', '/api/v1/wallets/order'],
  payLnurl: ['POST', '/api/v1/payments/lnurl'],
  payLnurlByOtherName: ['POST', '/api/v1/lnurlpay'],
  paywallCreate: ['POST', '/paywall/api/v1/'],
  paywallDelete: ['DELETE', '/paywall/api/v1/{id}'],
  paywallGet: ['GET', '/paywall/api/v1/{id}'],
  paywallGetDownloadLink: ['GET', '/paywall/download/{link}'],
  paywallGetLnurlId: ['GET', '/paywall/lnurl/{id}'],
  paywallGetLnurlIdCb: ['GET', '/paywall/lnurl/{id}/cb'],
  paywallGetLnurlIdCbOffer: ['GET', '/paywall/lnurl/{id}/cb/{offer}'],
  paywallGetPId: ['GET', '/paywall/p/{id}'],
  paywallGetPIdOpen: ['GET', '/paywall/p/{id}/open'],
  paywallGetPaywallsInvoiceId: ['GET', '/paywall/paywalls/invoice/{id}'],
  paywallGetPublicIdAccess: ['GET', '/paywall/public/{id}/access'],
  paywallGetPublicIdState: ['GET', '/paywall/public/{id}/state'],
  paywallGetReleaseId: ['GET', '/paywall/release/{id}'],
  paywallGetStatePaymentHash: ['GET', '/paywall/state/{payment_hash}'],
  paywallGetVerifyPaymentHash: ['GET', '/paywall/verify/{payment_hash}'],
  paywallGetWellKnownLnurlpId: ['GET', '/paywall/.well-known/lnurlp/{id}'],
  paywallGetWellKnownLnurlpIdCb: ['GET', '/paywall/.well-known/lnurlp/{id}/cb'],
  paywallGetWellKnownLnurlpIdCbOffer: ['GET', '/paywall/.well-known/lnurlp/{id}/cb/{offer}'],
  paywallList: ['GET', '/paywall/api/v1/'],
  paywallPostPaywallsCheckInvoiceId: ['POST', '/paywall/paywalls/check_invoice/{id}'],
  paywallPostPaywallsInvoiceId: ['POST', '/paywall/paywalls/invoice/{id}'],
  paywallPostPublicIdInvoices: ['POST', '/paywall/public/{id}/invoices'],
  paywallPublic: ['GET', '/paywall/public/{id}'],
  paywallUpdate: ['PUT', '/paywall/api/v1/{id}'],
  pollPayment: ['POST', '/api/v1/admin/payments/{checking_id}/poll'],
  preparePasskey: ['POST', '/api/v1/auth/passkeys/options'],
  preparePasskeyAccount: ['POST', '/api/v1/auth/passkey/register/options'],
  prepareTotp: ['POST', '/api/v1/auth/totp'],
  proveSecondFactor: ['POST', '/api/v1/auth/second-factor'],
  readConsentRequest: ['GET', '/api/v1/auth/consent'],
  readOauthMetadata: ['GET', '/.well-known/oauth-authorization-server'],
  readPushKey: ['GET', '/api/v1/push/key'],
  redeliverWebhook: ['POST', '/api/v1/wallet/webhook/deliveries/{id}/redeliver'],
  register: ['POST', '/api/v1/auth/register'],
  registerByPasskey: ['POST', '/api/v1/auth/passkey/register'],
  rejectWalletShare: ['DELETE', '/api/v1/wallet/share/invite/{id}'],
  removeFormerNode: ['DELETE', '/api/v1/admin/funding/former'],
  removeNostrMessages: ['DELETE', '/api/v1/push/nostr'],
  removePasskey: ['DELETE', '/api/v1/auth/passkeys/{id}'],
  removePushSubscription: ['DELETE', '/api/v1/push/subscriptions'],
  removeStoredNode: ['DELETE', '/api/v1/admin/funding'],
  removeTotp: ['DELETE', '/api/v1/auth/totp'],
  removeUserSecondFactor: ['DELETE', '/users/api/v1/user/{user_id}/second-factor'],
  renameWallet: ['PUT', '/api/v1/wallet'],
  renewRecoveryCodes: ['POST', '/api/v1/auth/recovery-codes'],
  resetPassword: ['PUT', '/api/v1/auth/reset'],
  resetWalletKeys: ['PUT', '/api/v1/wallet/reset'],
  resolvePayment: ['POST', '/api/v1/admin/payments/{checking_id}/resolve'],
  revokeAclToken: ['DELETE', '/api/v1/auth/acls/{acl_id}/tokens/{token_id}'],
  revokeInvitation: ['DELETE', '/users/api/v1/invitations/{id}'],
  revokeOwnToken: ['POST', '/oauth/revoke'],
  rotateWebhookSecret: ['POST', '/api/v1/wallet/webhook/rotate'],
  satspayCreate: ['POST', '/satspay/api/v1/'],
  satspayDelete: ['DELETE', '/satspay/api/v1/{id}'],
  satspayGet: ['GET', '/satspay/api/v1/{id}'],
  satspayGetChargeId: ['GET', '/satspay/charge/{id}'],
  satspayGetCssCss: ['GET', '/satspay/css/{css}'],
  satspayGetLnbitsCharges: ['GET', '/satspay/lnbits/charges'],
  satspayGetPId: ['GET', '/satspay/p/{id}'],
  satspayGetPublicId: ['GET', '/satspay/public/{id}'],
  satspayGetPublicIdState: ['GET', '/satspay/public/{id}/state'],
  satspayGetStatePaymentHash: ['GET', '/satspay/state/{payment_hash}'],
  satspayGetVerifyPaymentHash: ['GET', '/satspay/verify/{payment_hash}'],
  satspayList: ['GET', '/satspay/api/v1/'],
  satspayPostCharge: ['POST', '/satspay/charge'],
  satspayPutChargeId: ['PUT', '/satspay/charge/{id}'],
  satspayUpdate: ['PUT', '/satspay/api/v1/{id}'],
  scanLnurl: ['POST', '/api/v1/lnurlscan'],
  scanLnurlCode: ['GET', '/api/v1/lnurlscan/{code}'],
  schedulerCreate: ['POST', '/scheduler/api/v1/'],
  schedulerDelete: ['DELETE', '/scheduler/api/v1/{id}'],
  schedulerGet: ['GET', '/scheduler/api/v1/{id}'],
  schedulerGetIdRuns: ['GET', '/scheduler/api/v1/{id}/runs'],
  schedulerGetStatePaymentHash: ['GET', '/scheduler/state/{payment_hash}'],
  schedulerGetVerifyPaymentHash: ['GET', '/scheduler/verify/{payment_hash}'],
  schedulerList: ['GET', '/scheduler/api/v1/'],
  schedulerPostIdRun: ['POST', '/scheduler/api/v1/{id}/run'],
  schedulerUpdate: ['PUT', '/scheduler/api/v1/{id}'],
  scrubCreate: ['POST', '/scrub/api/v1/'],
  scrubDelete: ['DELETE', '/scrub/api/v1/{id}'],
  scrubGet: ['GET', '/scrub/api/v1/{id}'],
  scrubGetIdJobs: ['GET', '/scrub/api/v1/{id}/jobs'],
  scrubList: ['GET', '/scrub/api/v1/'],
  scrubPostIdJobsJobRetry: ['POST', '/scrub/api/v1/{id}/jobs/{job}/retry'],
  scrubUpdate: ['PUT', '/scrub/api/v1/{id}'],
  sendEmailCode: ['POST', '/api/v1/auth/email/code'],
  setHalt: ['PUT', '/api/v1/admin/halt'],
  setNostrMessages: ['PUT', '/api/v1/push/nostr'],
  setSpendGrant: ['PUT', '/api/v1/extension/grants/{ext_id}'],
  settlePayment: ['PUT', '/api/v1/payments/{checking_id}'],
  splitpaymentsCreate: ['POST', '/splitpayments/api/v1/'],
  splitpaymentsDelete: ['DELETE', '/splitpayments/api/v1/{id}'],
  splitpaymentsGet: ['GET', '/splitpayments/api/v1/{id}'],
  splitpaymentsGetIdJobs: ['GET', '/splitpayments/api/v1/{id}/jobs'],
  splitpaymentsList: ['GET', '/splitpayments/api/v1/'],
  splitpaymentsPostIdJobsJobRetry: ['POST', '/splitpayments/api/v1/{id}/jobs/{job}/retry'],
  splitpaymentsUpdate: ['PUT', '/splitpayments/api/v1/{id}'],
  stepUp: ['POST', '/api/v1/auth/step-up'],
  tipjarCreate: ['POST', '/tipjar/api/v1/'],
  tipjarDelete: ['DELETE', '/tipjar/api/v1/{id}'],
  tipjarGet: ['GET', '/tipjar/api/v1/{id}'],
  tipjarGetIdTips: ['GET', '/tipjar/api/v1/{id}/tips'],
  tipjarGetLnurlId: ['GET', '/tipjar/lnurl/{id}'],
  tipjarGetLnurlIdCb: ['GET', '/tipjar/lnurl/{id}/cb'],
  tipjarGetLnurlIdCbOffer: ['GET', '/tipjar/lnurl/{id}/cb/{offer}'],
  tipjarGetOverlayId: ['GET', '/tipjar/overlay/{id}'],
  tipjarGetPId: ['GET', '/tipjar/p/{id}'],
  tipjarGetPIdOnchain: ['GET', '/tipjar/p/{id}/onchain'],
  tipjarGetPIdOnchainTip: ['GET', '/tipjar/p/{id}/onchain/{tip}'],
  tipjarGetPIdPaymentHash: ['GET', '/tipjar/p/{id}/{payment_hash}'],
  tipjarGetPublicId: ['GET', '/tipjar/public/{id}'],
  tipjarGetPublicIdOnchainPlain: ['GET', '/tipjar/public/{id}/onchain-plain'],
  tipjarGetPublicIdPlain: ['GET', '/tipjar/public/{id}/plain'],
  tipjarGetPublicIdTipsPaymentHash: ['GET', '/tipjar/public/{id}/tips/{payment_hash}'],
  tipjarGetStatePaymentHash: ['GET', '/tipjar/state/{payment_hash}'],
  tipjarGetVerifyPaymentHash: ['GET', '/tipjar/verify/{payment_hash}'],
  tipjarList: ['GET', '/tipjar/api/v1/'],
  tipjarPostPublicIdOnchain: ['POST', '/tipjar/public/{id}/onchain'],
  tipjarPostPublicIdOnchainPlain: ['POST', '/tipjar/public/{id}/onchain-plain'],
  tipjarPostPublicIdPlain: ['POST', '/tipjar/public/{id}/plain'],
  tipjarPostPublicIdTips: ['POST', '/tipjar/public/{id}/tips'],
  tipjarPutIdTipsTip: ['PUT', '/tipjar/api/v1/{id}/tips/{tip}'],
  tipjarUpdate: ['PUT', '/tipjar/api/v1/{id}'],
  toggleExtension: ['PUT', '/api/v1/extension/{ext_id}'],
  topUpWallet: ['PUT', '/api/v1/admin/topup'],
  tposCreate: ['POST', '/tpos/api/v1/'],
  tposDelete: ['DELETE', '/tpos/api/v1/{id}'],
  tposGet: ['GET', '/tpos/api/v1/{id}'],
  tposGetIdCharges: ['GET', '/tpos/api/v1/{id}/charges'],
  tposGetIdSales: ['GET', '/tpos/api/v1/{id}/sales'],
  tposGetLnurlCharge: ['GET', '/tpos/lnurl/{charge}'],
  tposGetLnurlChargeCb: ['GET', '/tpos/lnurl/{charge}/cb'],
  tposGetManifestFile: ['GET', '/tpos/manifest/{file}'],
  tposGetPId: ['GET', '/tpos/p/{id}'],
  tposGetPIdCashOut: ['GET', '/tpos/p/{id}/cash-out'],
  tposGetPIdCashOutCharge: ['GET', '/tpos/p/{id}/cash-out/{charge}'],
  tposGetPIdReceiptPaymentHash: ['GET', '/tpos/p/{id}/receipt/{payment_hash}'],
  tposGetPublicIdInvoicesPaymentHash: ['GET', '/tpos/public/{id}/invoices/{payment_hash}'],
  tposGetPublicIdInvoicesPaymentHashReceipt: ['GET', '/tpos/public/{id}/invoices/{payment_hash}/receipt'],
  tposGetStatePaymentHash: ['GET', '/tpos/state/{payment_hash}'],
  tposGetTpossIdInvoicesPaymentHash: ['GET', '/tpos/tposs/{id}/invoices/{payment_hash}'],
  tposGetVerifyPaymentHash: ['GET', '/tpos/verify/{payment_hash}'],
  tposList: ['GET', '/tpos/api/v1/'],
  tposPostIdCharges: ['POST', '/tpos/api/v1/{id}/charges'],
  tposPostPublicIdInvoices: ['POST', '/tpos/public/{id}/invoices'],
  tposPostPublicIdInvoicesPaymentHashPay: ['POST', '/tpos/public/{id}/invoices/{payment_hash}/pay'],
  tposPostTpossIdInvoices: ['POST', '/tpos/tposs/{id}/invoices'],
  tposPostTpossIdInvoicesInvoicePay: ['POST', '/tpos/tposs/{id}/invoices/{invoice}/pay'],
  tposPublic: ['GET', '/tpos/public/{id}'],
  tposUpdate: ['PUT', '/tpos/api/v1/{id}'],
  tryNode: ['POST', '/api/v1/admin/funding/try'],
  uninstallExtension: ['DELETE', '/api/v1/extension/{ext_id}'],
  unlinkIdentity: ['DELETE', '/api/v1/auth/identities/{id}'],
  updateCurrentUser: ['PUT', '/api/v1/auth/me'],
  updatePassword: ['PUT', '/api/v1/auth/update-password'],
  updateUser: ['PUT', '/users/api/v1/user/{user_id}'],
  useNode: ['PUT', '/api/v1/admin/funding'],
  verifyEmail: ['POST', '/api/v1/auth/email/verify'],
  verifyNostrMessages: ['POST', '/api/v1/push/nostr/verify'],
  watchonlyCreate: ['POST', '/watchonly/api/v1/'],
  watchonlyDelete: ['DELETE', '/watchonly/api/v1/{id}'],
  watchonlyGet: ['GET', '/watchonly/api/v1/{id}'],
  watchonlyGetIdAddresses: ['GET', '/watchonly/api/v1/{id}/addresses'],
  watchonlyList: ['GET', '/watchonly/api/v1/'],
  watchonlyPostIdAddresses: ['POST', '/watchonly/api/v1/{id}/addresses'],
  watchonlyPostIdBroadcast: ['POST', '/watchonly/api/v1/{id}/broadcast'],
  watchonlyPostIdPsbt: ['POST', '/watchonly/api/v1/{id}/psbt'],
  watchonlyPostIdPsbtExtract: ['POST', '/watchonly/api/v1/{id}/psbt/extract'],
  watchonlyPostIdScan: ['POST', '/watchonly/api/v1/{id}/scan'],
  watchonlyPutIdAddressesAddress: ['PUT', '/watchonly/api/v1/{id}/addresses/{address}'],
  watchonlyUpdate: ['PUT', '/watchonly/api/v1/{id}'],
  withdrawCreate: ['POST', '/withdraw/api/v1/'],
  withdrawDelete: ['DELETE', '/withdraw/api/v1/{id}'],
  withdrawGet: ['GET', '/withdraw/api/v1/{id}'],
  withdrawGetCsvHash: ['GET', '/withdraw/csv/{hash}'],
  withdrawGetImgHash: ['GET', '/withdraw/img/{hash}'],
  withdrawGetLnurlHash: ['GET', '/withdraw/lnurl/{hash}'],
  withdrawGetLnurlHashCb: ['GET', '/withdraw/lnurl/{hash}/cb'],
  withdrawGetLnurlHashCode: ['GET', '/withdraw/lnurl/{hash}/{code}'],
  withdrawGetPHash: ['GET', '/withdraw/p/{hash}'],
  withdrawGetPrintHash: ['GET', '/withdraw/print/{hash}'],
  withdrawList: ['GET', '/withdraw/api/v1/'],
  withdrawLnurl: ['POST', '/api/v1/lnurlwithdraw'],
  withdrawUpdate: ['PUT', '/withdraw/api/v1/{id}'],
} as const satisfies { readonly [Name in keyof Operations]: readonly [method: string, path: string] }
