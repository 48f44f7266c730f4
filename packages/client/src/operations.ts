// Written by `npm run client` from the wallet service’s /openapi.json: not to be edited.

/** An access control list. */
export type Acl = {
  /** Id of the list: `acl_id`. */
  readonly id: string
  /** Name. */
  readonly name: string
  /** Endpoints that its tokens may call. */
  readonly allowed_endpoints: readonly string[]
  /** Time of creation, ISO 8601. */
  readonly created_at: string
  /** The program that asked for it on the consent page; null = made by hand. */
  readonly client_id: string | null
  /** Tokens of the list, oldest first. */
  readonly tokens: readonly AclToken[]
}

/** A token of an access list. */
export type AclToken = {
  /** Id of the token; the token itself is not shown again. */
  readonly id: string
  /** Name, or empty. */
  readonly name: string
  /** The only wallet it acts on; null = all of yours. */
  readonly wallet_id: string | null
  /** What it may spend in each period: satoshis, fees included; null = no limit. */
  readonly budget_sats: number | null
  /** `day`, `week` or `month`; null = no limit. */
  readonly budget_period: string | null
  /** Time of creation, ISO 8601. */
  readonly created_at: string
  /** ISO 8601; null = never. */
  readonly expires_at: string | null
  /** ISO 8601, to the minute; null = not yet. */
  readonly last_used_at: string | null
}

/** Extension, for the super user. */
export type AdminExtension = {
  /** Id; also the first segment of its paths. */
  readonly id: string
  /** Same as `id`. */
  readonly ext_id: string
  /** Display name. */
  readonly name: string
  /** One sentence about the extension. */
  readonly short_description: string
  /** Name of an icon; the web app shows the icon of the category for an unknown name. */
  readonly icon: string | null
  /** What it is for: `receive`, `pay`, `shop`, `connect`, `device`, `identity` or `automate`; null = its publisher does not say. */
  readonly category: string | null
  /** What its items do: `sell`, `get-paid` or `connect`; null = not installed on this server. */
  readonly layout: string | null
  /** Hue of its icon, OKLCH degrees; null = its publisher does not say. */
  readonly hue: number | null
  /** True: made for shops. */
  readonly for_shops: boolean
  /** Authors of the extension. */
  readonly contributors: readonly string[]
  /** Installed version; if none, the newest that would run here. */
  readonly version: string
  /** Newest version that is offered. */
  readonly latest_version: string
  /** True: installed for this account. */
  readonly installed: boolean
  /** True: active for this account: its endpoints answer. */
  readonly active: boolean
  /** True: its code runs here. False if SERVICE_EXTENSION_CODE is off, and for packages that need another version. */
  readonly runs: boolean
  /** True: installed on this server and enabled. */
  readonly available: boolean
  /** True: a version runs here. */
  readonly compatible: boolean
  /** True: only administrators can use it. */
  readonly admin_only: boolean
  /** True: part of this service: free, available without a network, and updated with it. */
  readonly builtin: boolean
  /** `builtin`, `official`, `local`, the URL of a manifest, or organisation/repository. */
  readonly source_repo: string
  /** Price of the publisher for installing it on the server; null = free. */
  readonly pay_to_install: ExtensionPrice | null
  /** Price for each account that activates it; null = free. */
  readonly pay_to_enable: ExtensionPrice | null
  /** Permissions of the extension beyond storing its own rows. */
  readonly permissions: readonly ExtensionPermission[]
  /** Risk by its permissions, from 1 (stores rows) to 5 (pays any destination). */
  readonly risk: number
  /** SHA-256 of the archive in use. */
  readonly hash: string | null
  /** The ed25519 key that signed the version in use, in hex; null = unsigned. */
  readonly publisher: string | null
  /** When this version was installed: Unix seconds. */
  readonly installed_at: number | null
  /** Id of the user who did, or `environment`. */
  readonly installed_by: string | null
  /** Version that `rollback` returns to. */
  readonly previous_version: string | null
  /** Number of accounts that use it. */
  readonly accounts_active: number
  /** Bytes of its package and of all its data. */
  readonly storage_bytes: number
  /** Number of recent stops for exceeding limits. */
  readonly strikes: number
  /** Why it cannot be installed, or is off; null = nothing is wrong. */
  readonly rejected_reason: string | null
  /** When the oldest catalogue in use was fetched: Unix seconds. */
  readonly catalogue_fetched_at: number | null
}

/** Problem that an operator must know. */
export type Alarm = {
  /** Id; ascends in the order of creation. */
  readonly id: number
  /** Kind of the alarm; the guide, "Stuck money", lists all kinds. */
  readonly kind: string
  /** Id of the payment or receipt. */
  readonly reference: string
  /** Details, as text. */
  readonly detail: string
  /** Time of the alarm, Unix seconds. */
  readonly at: number
  /** Time of acknowledgement, Unix seconds; null = open. */
  readonly acknowledged_at: number | null
  /** Id of the operator who acknowledged it. */
  readonly acknowledged_by: string | null
}

export type BitcoinswitchItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Title of the device. */
  readonly title?: string
  /** Currency of the prices: `sat` or an ISO 4217 code. */
  readonly currency?: string
  /** Switches of the device. */
  readonly switches?: readonly {
    /** Pin of the device; each pin once. */
    readonly pin?: number
    /** Price, in `currency`; converted at payment. */
    readonly amount?: number
    /** How long the pin is on, milliseconds. */
    readonly duration?: number
    /** True: up to 100 times the price may be paid, for as many times the duration (at most an hour). */
    readonly variable?: boolean
    /** True: the payer may send a comment, which the device receives. */
    readonly comment?: boolean
    /** Label of the switch, shown to payers: `Coffee`. */
    readonly label?: string
    /** Pay link of the switch, as LNURL. */
    readonly lnurl?: string
  }[]
  /** Required word: a payment must have it in its comment, as whole words. Only with the admin key. */
  readonly password?: string
  /** True: the device takes no payments. */
  readonly disabled?: boolean
  /** True: wallets are asked not to store the pay links (LUD-11). */
  readonly disposable?: boolean
  /** True: payments are rejected while no device is connected. */
  readonly require_device?: boolean
  /** True: devices connect without `device_token`, so that anyone who knows the id can listen. For devices that were made for LNbits. */
  readonly open_socket?: boolean
  /** True: a device is connected. */
  readonly online?: boolean
  /** When the device counts as disconnected, Unix seconds; extended while it is connected. */
  readonly online_until?: number
  /** Time of the last trigger, ISO 8601. */
  readonly last_triggered_at?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
}

export type BoltcardsItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Name of the card. */
  readonly card_name?: string
  /** The UID of the chip, 14 hex digits. */
  readonly uid?: string
  /** Maximum per tap, satoshis. */
  readonly tx_limit?: number
  /** Maximum per day (in `timezone`), satoshis with routing fees. At least `tx_limit`. */
  readonly daily_limit?: number
  /** From this amount on, satoshis, a payment needs the PIN; 0 = every payment. Absent or null: no PIN. */
  readonly pin_limit?: number
  /** False: the card does not pay. */
  readonly enable?: boolean
  /** IANA time zone in which a day begins: `Europe/Rome`. */
  readonly timezone?: string
  /** Key 0 (changes the card), 32 hex digits; generated if absent. Only with the admin key. */
  readonly k0?: string
  /** Key 1 (encrypts UID and counter), 32 hex digits; generated if absent. Only with the admin key. */
  readonly k1?: string
  /** Key 2 (signs a tap), 32 hex digits; generated if absent. Only with the admin key. */
  readonly k2?: string
  /** Key 0 before the last change. Only with the admin key. */
  readonly prev_k0?: string
  /** Key 1 before the last change. Only with the admin key. */
  readonly prev_k1?: string
  /** Key 2 before the last change. Only with the admin key. */
  readonly prev_k2?: string
  /** Id of the card in the address written to it. */
  readonly external_id?: string
  /** Counter of the last tap; the next one must be higher. */
  readonly counter?: number
  /** When the `otp` expires, Unix seconds. */
  readonly otp_expires_at?: number
  /** Paid or in flight today (in `timezone`), satoshis. */
  readonly spent_today?: number
  /** Last day with a payment. */
  readonly spent_on?: string
  /** Wrong PINs in a row; the third one disables the card. */
  readonly wrong_pins?: number
  /** Why the service has disabled the card. Removed when you enable it. */
  readonly off_reason?: string
  /** Time of the last tap, ISO 8601. */
  readonly last_tap_at?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
}

/** Payee in your contacts. */
export type Contact = {
  /** Id of the contact. */
  readonly id: string
  /** Name of the contact. */
  readonly name: string
  /** A Lightning address in lower case, or an LNURL. */
  readonly target: string
  /** Your note, or empty. */
  readonly note: string
  /** Time of creation, Unix seconds. */
  readonly created_at: number
  /** Time of its newest linked payment, Unix seconds; null = none. */
  readonly last_used_at: number | null
}

/** Contacts as a file. */
export type ContactFile = {
  /** All contacts, by name. */
  readonly contacts: readonly {
    readonly name: string
    readonly target: string
    readonly note: string
  }[]
}

export type CopilotItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Title of the overlay, also shown to viewers. */
  readonly title?: string
  /** Animations with the amounts that play them, in ascending order. */
  readonly animations?: readonly {
    /** Name of the animation. */
    readonly name?: string
    /** Smallest payment that plays it, satoshis; each amount once. */
    readonly threshold?: number
    /** Webhook URL, called for each payment that plays it (`POST`, JSON, signed, retried). */
    readonly webhook_url?: string
  }[]
  /** Instead of `animations`: name of the animation. */
  readonly animation1?: string
  /** Instead of `animations`: smallest payment that plays it, satoshis. */
  readonly animation1threshold?: number
  /** Instead of `animations`: webhook URL. */
  readonly animation1webhook?: string
  /** Instead of `animations`: name of the animation. */
  readonly animation2?: string
  /** Instead of `animations`: smallest payment that plays it, satoshis. */
  readonly animation2threshold?: number
  /** Instead of `animations`: webhook URL. */
  readonly animation2webhook?: string
  /** Instead of `animations`: name of the animation. */
  readonly animation3?: string
  /** Instead of `animations`: smallest payment that plays it, satoshis. */
  readonly animation3threshold?: number
  /** Instead of `animations`: webhook URL. */
  readonly animation3webhook?: string
  /** True: viewers can pay by LNURL; the overlay shows its QR code. */
  readonly lnurl_toggle?: boolean
  /** Description that payers see; default the title. */
  readonly lnurl_title?: string
  /** True: the overlay shows comments of payers. */
  readonly show_message?: boolean
  /** True: the overlay thanks for each payment and shows its amount. */
  readonly show_ack?: boolean
  /** Currency in which the overlay shows the bitcoin price. Empty: no price. */
  readonly show_price?: string
  /** True: the streaming computer’s camera fills the overlay. */
  readonly fullscreen_cam?: boolean
  /** URL (https) of a page that fills the overlay; it has no rights on this service. */
  readonly iframe_url?: string
  /** Total received, satoshis. */
  readonly amount_made?: number
  /** Pay link (LNURL); absent if `lnurl_toggle` is false. */
  readonly lnurl?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

/** Create an invoice, or pay one. Optional fields that are null count as absent; `out` is true if there is only `bolt11`. */
export type CreatePayment = {
  /** False: create an invoice. True: pay one. */
  readonly out: boolean
  /** Receive: satoshis, a whole number from 1 (with `unit`, units of that currency, fractions allowed). Send: only for invoices without an amount. */
  readonly amount?: number
  /** Receive: true creates an invoice without an amount; the payer chooses it. Instead of `amount`, and only if `can_receive_any_amount` of `GET /api/v1/status` is true. */
  readonly any_amount?: boolean
  /** Unit of `amount` when receiving: `sat`, or a currency code, which is converted once, at the current rate, and rounded down to whole satoshis. When sending only `sat`. */
  readonly unit?: string
  /** Tax that `amount` contains, in its currency; kept with the payment. Only if `unit` is a currency. */
  readonly tax?: number
  /** Tip that `amount` contains, in its currency; kept with the payment. Only if `unit` is a currency. */
  readonly tip?: number
  /** Description that the payer sees. With `out: true` a note of your own, instead of the description of the invoice. At most 639 bytes of UTF-8. */
  readonly memo?: string
  /** Receive: validity of the invoice, seconds; default 3600. */
  readonly expiry?: number
  /** Webhook URL (http or https), called once: when the invoice is paid, or with `out: true` when the payment is final, `success` or `failed`. */
  readonly webhook?: string
  /** JSON of yours: at most 4 kB and 5 levels; `tag` groups payments. */
  readonly extra?: Readonly<Record<string, unknown>>
  /** Receive: description hash, committed to instead of the memo: 64 hex characters, not case-sensitive. */
  readonly description_hash?: string
  /** Text to be hashed as description hash: UTF-8, or its bytes in hex. `description_hash` has priority. */
  readonly unhashed_description?: string
  /** Receive: hold the payment until you settle or cancel it. */
  readonly hold?: boolean
  /** Receive: payment hash of your own for a hold invoice, 64 hex characters: you keep the preimage. */
  readonly payment_hash?: string
  /** Send: invoice to pay, in any form that `decode` accepts. */
  readonly bolt11?: string
  /** Receive: withdraw link that gets the invoice immediately and then pays it. */
  readonly lnurl_withdraw?: string | {
    /** URL that receives the invoice. */
    readonly callback: string
    /** Secret that identifies the offer. */
    readonly k1: string
    /** The least amount. Millisatoshis. */
    readonly minWithdrawable?: number
    /** The largest amount. Millisatoshis. */
    readonly maxWithdrawable?: number
    /** Default of the memo. */
    readonly defaultDescription?: string
  }
}

/** Invoice created, or payment sent. */
export type CreatedPayment = {
  /** SHA-256 of the preimage, 64 lower-case hex characters. */
  readonly payment_hash: string
  /** Checking id: identifies this payment in later requests. */
  readonly checking_id: string
  /** Invoice to pay (BOLT 11). Only when receiving. */
  readonly payment_request?: string
  /** Same as `payment_request`. */
  readonly bolt11?: string
  /** Amount, satoshis. When sending, only with `Prefer: return=representation`. */
  readonly amount?: number
  /** True: invoice without an amount, and `amount` is 0. Otherwise absent. */
  readonly any_amount?: boolean
  /** Memo of the request. */
  readonly memo?: string
  /** Validity of the invoice, seconds. */
  readonly expiry?: number
  /** `success` and `failed` are final; an unpaid invoice is `pending` until it expires. */
  readonly status?: "pending" | "success" | "failed"
  /** Routing fee; only with `Prefer: return=representation`. Millisatoshis. */
  readonly fee?: number
  /** Only if `unit` is a currency: the requested price. */
  readonly fiat?: {
    /** ISO 4217 code of the currency. */
    readonly currency: string
    /** Amount in units of the currency, without fees; negative = outgoing. */
    readonly amount: number
    /** Price used for the conversion, units of the currency per 1 BTC. */
    readonly rate: number
    /** Tax that the amount contains. Absent if none was named. */
    readonly tax?: number
    /** Tip that the amount contains. Absent if none was named. */
    readonly tip?: number
  }
}

/** The user of the access token. */
export type CurrentUser = {
  /** Id of the user (UUID); empty for an ACL token. */
  readonly id: string
  /** Username. */
  readonly username: string
  /** Email address, or empty. */
  readonly email: string
  /** Name that other users see, or empty. */
  readonly display_name: string
  /** True: the user is an administrator. */
  readonly is_admin: boolean
  /** True: the user is the super user. */
  readonly is_super_user: boolean
  /** Number of wallets. */
  readonly wallet_count: number
  /** Time of creation, ISO 8601. */
  readonly created_at: string
  /** Your wallets, at most 100, oldest first. */
  readonly wallets: readonly {
    readonly id: string
    readonly name: string
  }[]
  /** Ids of active extensions. */
  readonly extensions: readonly string[]
  /** Pending invitations to wallets of others, oldest first, at most 100; none for an ACL token. */
  readonly wallet_invitations: readonly {
    /** Id of the invitation, for `PUT /api/v1/wallet/share`. */
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
  /** Day, UTC. */
  readonly date: string
  /** Number of succeeded payments. */
  readonly count: number
  /** Received plus sent, satoshis. */
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
  /** Code of the error, for programs. */
  readonly code: string
  /** Numbers and names in `detail`, if any. */
  readonly params?: Readonly<Record<string, string | number>>
}

export type EventsItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Title of the event. */
  readonly name?: string
  /** Description for visitors. Line breaks are kept. */
  readonly info?: string
  /** Last day of sale, in `timezone`. */
  readonly closing_date?: string
  /** First day of the event; not before `closing_date`. */
  readonly event_start_date?: string
  /** Last day of the event. */
  readonly event_end_date?: string
  /** IANA time zone: `Europe/Lisbon`. */
  readonly timezone?: string
  /** Number of tickets; at least `sold` plus `reserved`. */
  readonly amount_tickets?: number
  /** Price per ticket, in `currency`; 0 = free. */
  readonly price_per_ticket?: number
  /** Currency: `sat` or a code of `GET /api/v1/currencies`. */
  readonly currency?: string
  /** URL (https) of a picture for the page. */
  readonly banner?: string
  /** Discount codes. Only with the admin key. */
  readonly promo_codes?: readonly {
    /** Discount code; not case-sensitive. */
    readonly code?: string
    /** Discount, percent. */
    readonly discount_percent?: number
    /** False: the code is rejected. */
    readonly active?: boolean
    /** Maximum orders; absent = unlimited. */
    readonly max_uses?: number
  }[]
  /** True: the event takes place only if `min_tickets` are sold by the closing date; otherwise it is cancelled and refunded. */
  readonly conditional?: boolean
  /** Tickets needed if `conditional`. */
  readonly min_tickets?: number
  /** Maximum tickets per order. */
  readonly max_per_order?: number
  /** Text added to the email with the tickets. */
  readonly mail_text?: string
  /** True: cancels the event and refunds each paid ticket. Cannot be undone. */
  readonly canceled?: boolean
  /** Tickets paid, or taken if free. */
  readonly sold?: number
  /** Tickets in orders that can still be paid. */
  readonly reserved?: number
  /** Total received, satoshis. */
  readonly received_sat?: number
  /** Total of refunds paid or in flight, satoshis. */
  readonly refunded_sat?: number
  /** Refunds of a cancelled event: `running` while tickets are processed, `owed` while a refund is in flight or waits for a retry or an address, `done` when all are paid. */
  readonly refunds?: string
  /** Decision on a conditional event: `open` until it is `made`; `none` for other events. */
  readonly decision?: string
  /** Uses of each discount code, reserved orders included. Only with the admin key. */
  readonly promo_uses?: readonly {
    /** Discount code. */
    readonly code?: string
    /** Number of orders with the code. */
    readonly used?: number
  }[]
  /** URL (https) of a picture above the title of its pages. */
  readonly logo?: string
  /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
  readonly color?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

/** Extension, for this account. */
export type Extension = {
  /** Id; also the first segment of its paths. */
  readonly id: string
  /** Same as `id`. */
  readonly ext_id: string
  /** Display name. */
  readonly name: string
  /** One sentence about the extension. */
  readonly short_description: string
  /** Name of an icon; the web app shows the icon of the category for an unknown name. */
  readonly icon: string | null
  /** What it is for: `receive`, `pay`, `shop`, `connect`, `device`, `identity` or `automate`; null = its publisher does not say. */
  readonly category: string | null
  /** What its items do: `sell`, `get-paid` or `connect`; null = not installed on this server. */
  readonly layout: string | null
  /** Hue of its icon, OKLCH degrees; null = its publisher does not say. */
  readonly hue: number | null
  /** True: made for shops. */
  readonly for_shops: boolean
  /** Authors of the extension. */
  readonly contributors: readonly string[]
  /** Installed version; if none, the newest that would run here. */
  readonly version: string
  /** Newest version that is offered. */
  readonly latest_version: string
  /** True: installed for this account. */
  readonly installed: boolean
  /** True: active for this account: its endpoints answer. */
  readonly active: boolean
  /** True: its code runs here. False if SERVICE_EXTENSION_CODE is off, and for packages that need another version. */
  readonly runs: boolean
  /** True: installed on this server and enabled. */
  readonly available: boolean
  /** True: a version runs here. */
  readonly compatible: boolean
  /** True: only administrators can use it. */
  readonly admin_only: boolean
  /** True: part of this service: free, available without a network, and updated with it. */
  readonly builtin: boolean
  /** `builtin`, `official`, `local`, the URL of a manifest, or organisation/repository. */
  readonly source_repo: string
  /** Price of the publisher for installing it on the server; null = free. */
  readonly pay_to_install: ExtensionPrice | null
  /** Price for each account that activates it; null = free. */
  readonly pay_to_enable: ExtensionPrice | null
  /** Permissions of the extension beyond storing its own rows. */
  readonly permissions: readonly ExtensionPermission[]
  /** Risk by its permissions, from 1 (stores rows) to 5 (pays any destination). */
  readonly risk: number
}

/** A request that the owner can make. */
export type ExtensionAction = {
  /** Id of the action within the extension. */
  readonly id: string
  /** Label, for people. */
  readonly label: string
  /** Method of the request. */
  readonly method: string
  /** Path of the request: `/events/api/v1/{id}/tickets/{ticket}/register`. */
  readonly path: string
  /** Object of the action: `item`, `row` or `extension`. */
  readonly of: string
  /** Parameters of the path, with the field of the row for each. */
  readonly row?: {
    readonly param: string
    readonly field: string
  }
  /** True: the web app asks for confirmation. */
  readonly danger: boolean
  /** Question of the confirmation. */
  readonly confirm?: string
  /** Fields of the body. */
  readonly fields: readonly ExtensionField[]
  /** Fields of the answer. */
  readonly answer: readonly ExtensionField[]
}

/** Description from which the owner pages of an extension are built. */
export type ExtensionDescription = {
  /** Id of the extension. */
  readonly id: string
  /** Name of the extension. */
  readonly name: string
  /** Description of the extension. */
  readonly about: string
  /** `receive`, `pay`, `shop`, `connect`, `device`, `identity` or `automate`. */
  readonly category?: string
  /** Layout of an item: `sell`, `get-paid` or `connect`. */
  readonly layout: string
  /** Field with the state of an item. */
  readonly state?: string
  /** Fields to show large on top of an item. */
  readonly figures: readonly string[]
  /** Fields that tell how much of a limit is used; with `list`, in the elements of that field. */
  readonly meters: readonly {
    readonly used: string
    readonly limit: string
    readonly list?: string
  }[]
  /** List whose last rows are shown on top of an item. */
  readonly entries?: string
  /** Noun for an item. */
  readonly noun: {
    readonly one: string
    readonly many: string
  }
  /** Path of its items: list, create, and below it read, change and delete. */
  readonly base: string
  /** Fields to show in a list, the title first. */
  readonly columns: readonly string[]
  /** Fields that filter the list. */
  readonly filters: readonly string[]
  /** Fields of an item. */
  readonly fields: readonly ExtensionField[]
  /** Query parameters of a creation. */
  readonly options: readonly ExtensionField[]
  /** Labels of the groups of fields. */
  readonly groups: Readonly<Record<string, string>>
  /** Links of an item. */
  readonly links: readonly {
    readonly id: string
    readonly label: string
    /** `open`, `copy`, `qr`, `nfc`, `print` or `download`. */
    readonly kind: string
    /** URL with names of fields in braces. */
    readonly path?: string
    /** Field whose value is used. */
    readonly field?: string
  }[]
  /** Lists of an item, or of the extension. */
  readonly lists: readonly {
    readonly id: string
    readonly label: string
    readonly path: string
    /** `item` or `extension`. */
    readonly of: string
    /** `list`: rows; `object`: one object. */
    readonly kind: string
    /** True: it takes `limit` and `offset`. */
    readonly paged: boolean
    readonly fields: readonly ExtensionField[]
    /** Fields that a row shows. */
    readonly row: {
      readonly title?: string
      readonly amount?: string
      readonly time?: string
      readonly state?: string
    }
    readonly actions: readonly ExtensionAction[]
  }[]
  /** Actions on an item. */
  readonly actions: readonly ExtensionAction[]
}

/** A field of an item, of a body or of an answer. */
export type ExtensionField = {
  /** Name in bodies and items. */
  readonly name: string
  /** `text`, `sat`, `money`, `walletRef`, `list`, … */
  readonly type: string
  /** Label, for people. */
  readonly label: string
  /** Explanation, one sentence. */
  readonly help?: string
  /** Name of the group of fields that are shown together. */
  readonly group?: string
  /** True: few users need it. */
  readonly advanced?: boolean
  /** Example value. */
  readonly example?: string
  /** True: required. */
  readonly required: boolean
  /** True: `null` removes it. */
  readonly optional: boolean
  /** True: set by the extension. */
  readonly server: boolean
  /** True: cannot be changed later. */
  readonly fixed: boolean
  /** Audience: `owner`, `admin`, `once` or `public`. */
  readonly show: string
  /** Default of an omitted field. */
  readonly default?: unknown
  /** Minimum value or length. */
  readonly min?: number
  /** Maximum value or length. */
  readonly max?: number
  /** Allowed values. */
  readonly options?: readonly {
    readonly value: string
    readonly label: string
  }[]
  /** For a list: fields of an element, in this form. */
  readonly of?: readonly unknown[]
  /** Meaning of a text (`lines`, `line`, `code`, `url`, `email`, `phone`, `timezone`, `currency`, `color`, `watchonly`, `psbt`, `picture`, `photo`, `moment`, `schedule`, `reason`) or a number (`seconds`, `minutes`, `milliseconds`, `weekday`, `percent`). */
  readonly as?: string
  /** True: elements are plain values. */
  readonly isPlain?: boolean
  /** Maximum number of elements. */
  readonly maxItems?: number
  /** Minimum number of elements. */
  readonly minItems?: number
}

/** What an extension may do, and why. */
export type ExtensionPermission = {
  /** Permission: `receive`, `spend`, `http`, … */
  readonly id: string
  /** Reason for the permission, by its publisher. */
  readonly reason: string
  /** For `spend`: `own`, `listed` or `any` destination. */
  readonly to?: string
  /** For `http`: hosts that it may call. */
  readonly hosts?: readonly string[]
}

/** Price of an extension. */
export type ExtensionPrice = {
  /** Price, satoshis. */
  readonly amount: number
  /** Purpose of the payment. */
  readonly description: string
  /** Host of the wallet that is paid; empty = this server. */
  readonly wallet: string
  /** Wallet on that host. */
  readonly wallet_id: string
}

/** A version that can be installed. */
export type ExtensionRelease = {
  /** Id of the extension. */
  readonly ext_id: string
  /** Version. */
  readonly version: string
  /** Description by its publisher. */
  readonly description: string
  /** Changes in this version, in the words of its publisher; null = not stated. */
  readonly notes: string | null
  /** What it may do beyond keeping its own rows; null = its catalogue does not list them. */
  readonly permissions: readonly ExtensionPermission[] | null
  /** First version of this service that it supports; null = any. */
  readonly min_service_version: string | null
  /** First version of this service that it does not support; null = none. */
  readonly max_service_version: string | null
  /** SHA-256 of its archive; null = not published. */
  readonly hash: string | null
  /** Catalogue that offers it. */
  readonly source_repo: string
  /** The ed25519 key that signed it, in hex; null = unsigned. */
  readonly publisher: string | null
  /** True: runs on this version of the service. */
  readonly compatible: boolean
  /** True: the version in use. */
  readonly installed: boolean
  /** True: revoked by its publisher; cannot be installed. */
  readonly revoked: boolean
}

export type FossaItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Name of the machine, shown to customers. */
  readonly title?: string
  /** Currency of the cash: a currency code, or `sat`. */
  readonly currency?: string
  /** Decimal places of the amounts in its codes: with 2, 1250 is 12.50. Default: the digits of the currency in ISO 4217 when the machine is created. */
  readonly digits?: number
  /** Fee of the operator, percent of the amount. */
  readonly profit?: number
  /** Maximum paid out per day (UTC), satoshis with routing fees. */
  readonly daily_limit?: number
  /** Maximum per code, satoshis. Required for devices whose codes carry no signature. */
  readonly max_claim?: number
  /** False: the machine pays out nothing. */
  readonly enabled?: boolean
  /** Days until a scanned code expires; 0 = never. */
  readonly valid_days?: number
  /** Total paid out or in flight, satoshis. */
  readonly claimed_total?: number
  /** Number of codes paid out or in flight today (UTC). */
  readonly claims_today?: number
  /** Total paid out or in flight today (UTC), satoshis. */
  readonly claimed_today?: number
  /** Day (UTC) that the two counts are for. */
  readonly last_day?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
}

/** Whether outgoing payments are halted, with open alarms. */
export type Halt = {
  /** True: outgoing payments are rejected; reading and receiving continue. */
  readonly halted: boolean
  /** Reason of the halt; null = not halted. */
  readonly reason: string | null
  /** Reason why outgoing payments wait for a comparison of the node with the books, which runs automatically; null = they do not wait. */
  readonly comparison_due: string | null
  /** Open alarms, newest first, at most 100. */
  readonly alarms: readonly {
    /** Id, for `PUT /api/v1/admin/alarms/{id}`. */
    readonly id: number
    /** Kind of the alarm. */
    readonly kind: string
    /** Id of the payment or receipt. */
    readonly reference: string
    /** Details, as text. */
    readonly detail: string
    /** Time of the alarm, Unix seconds. */
    readonly at: number
  }[]
}

/** Outcome of a held payment. */
export type HoldDecision = {
  /** Confirmation, as text. */
  readonly detail: string
  /** Present while the Lightning node has not confirmed the decision. */
  readonly status?: "pending"
  /** Besides `status`: the decision, which is final. */
  readonly decision?: "settle" | "cancel"
}

/** Linked identity that can log in to your account. */
export type Identity = {
  /** Id of the link, for unlinking. */
  readonly id: string
  /** `google`, `github`, `keycloak` or `nostr`. */
  readonly provider: string
  /** Display name of the provider. */
  readonly provider_label: string
  /** Your permanent id at the provider; for Nostr the public key, hex. */
  readonly subject: string
  /** Label of the identity, such as your name at the provider; or empty. */
  readonly label: string
  /** Email address that the provider has verified, or empty. */
  readonly email: string
  /** Time of linking, ISO 8601. */
  readonly created_at: string
  /** Time of the last log-in with it, or of linking, ISO 8601. */
  readonly last_used_at: string
}

/** Problems of a request, with the place of each. */
export type InvalidBody = {
  /** First problem, human-readable. */
  readonly detail: string
  /** Code of the error, for programs. */
  readonly code: string
  /** Numbers and names in `detail`, if any. */
  readonly params?: Readonly<Record<string, string | number>>
  /** All problems. */
  readonly errors: readonly ValidationError[]
}

/** The problems of a request for a payment. */
export type InvalidPayment = {
  /** First problem, human-readable. */
  readonly detail: string
  /** Code of the error, for programs. */
  readonly code: string
  /** Numbers and names in `detail`, if any. */
  readonly params?: Readonly<Record<string, string | number>>
  /** All problems. */
  readonly errors: readonly ValidationError[]
  /** For a request to pay: `failed` if nothing was or will be sent for it; `success` or `pending` if this wallet has paid the invoice or is paying it. Absent if not known. */
  readonly status?: "pending" | "success" | "failed"
}

/** The state of an invoice of an extension. */
export type InvoiceState = {
  /** True: the invoice is paid. */
  readonly paid?: boolean
  /** True: the invoice can no longer be paid. */
  readonly expired?: boolean
  /** When the invoice expires, ISO 8601. */
  readonly expires_at?: string
}

export type InvoicesItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** State: draft, open, paid or canceled. A draft can be opened or canceled, an open invoice canceled; only payments make it paid. */
  readonly status?: string
  /** Currency of all amounts: `sat` or an ISO 4217 code. Fixed once open. */
  readonly currency?: string
  /** Invoice number, unique in the wallet. Default: the year and the next free number, `2026-0001`. */
  readonly number?: string
  /** Name of the seller. All fields of the seller default to those of the last invoice of the wallet. */
  readonly seller_name?: string
  /** Address of the seller; multi-line. */
  readonly seller_address?: string
  /** Tax or VAT number of the seller. */
  readonly seller_tax_number?: string
  /** Company of the customer. */
  readonly company_name?: string
  /** First name of the customer. */
  readonly first_name?: string
  /** Last name of the customer. */
  readonly last_name?: string
  /** Email address for the receipt when all is paid. Needs mail on this service and a verified address of the account. */
  readonly email?: string
  /** Phone number of the customer. */
  readonly phone?: string
  /** Tax or VAT number of the customer. */
  readonly tax_number?: string
  /** Address of the customer; multi-line. */
  readonly address?: string
  /** Line items. Fixed once the invoice is open. */
  readonly items?: readonly {
    /** Description of the item. */
    readonly description?: string
    /** Unit price without tax, in the currency: at least 0.01, or 1 sat. */
    readonly amount?: number
    /** Quantity. */
    readonly quantity?: number
  }[]
  /** Tax, percent of the sum of the items. Fixed once the invoice is open. */
  readonly tax_percent?: number
  /** Due date. */
  readonly due_at?: string
  /** Text below the items; line breaks are kept. */
  readonly notes?: string
  /** Total with tax, in the currency. */
  readonly total?: number
  /** Amount paid, in the currency. */
  readonly paid_total?: number
  /** True: more than the total was paid. */
  readonly overpaid?: boolean
  /** Payments, oldest first. */
  readonly payments?: readonly {
    /** Amount in the currency, at the rate of the Lightning invoice. */
    readonly amount?: number
    /** Amount received, satoshis. */
    readonly sats?: number
    /** Time of the payment, ISO 8601. */
    readonly time?: string
    /** Payment hash. */
    readonly payment_hash?: string
  }[]
  /** Invoice page, while open or paid. */
  readonly public_url?: string
  /** URL (https) of a picture above the title of its pages. */
  readonly logo?: string
  /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
  readonly color?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

/** A label of payments. */
export type LabelCount = {
  /** The label. */
  readonly label: string
  /** Number of payments with it. */
  readonly count: number
}

export type LncalendarItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Title of the calendar. */
  readonly name?: string
  /** First day of the week with slots; 0 = Monday. */
  readonly start_day?: number
  /** Last day of the week with slots; if before `start_day`, the week wraps around. */
  readonly end_day?: number
  /** Start of the first slot of a day, HH:MM in the time zone. */
  readonly start_time?: string
  /** Latest end of the last slot of a day, HH:MM in the time zone. `24:00`, `00:00` and `23:59` are the end of the day. */
  readonly end_time?: string
  /** IANA time zone, such as Europe/Berlin. */
  readonly timezone?: string
  /** Length of a slot, minutes. */
  readonly slot_minutes?: number
  /** Price of a slot, in `currency`. */
  readonly amount?: number
  /** Currency: `sat` or an ISO 4217 code. */
  readonly currency?: string
  /** Shortest notice for a booking, minutes before the start. */
  readonly lead_minutes?: number
  /** How far ahead slots can be booked, days. */
  readonly horizon_days?: number
  /** Webhook URL, called per paid booking (signed JSON, retried). */
  readonly webhook_url?: string
  /** Number of paid bookings. */
  readonly booked_count?: number
  /** URL (https) of a picture above the title of its pages. */
  readonly logo?: string
  /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
  readonly color?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

export type LndhubItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Name of the app or person that uses the login. */
  readonly label?: string
  /** `invoice`: receive and read. `admin`: also pay. */
  readonly mode?: string
  /** Maximum per payment, satoshis. */
  readonly max_payment?: number
  /** Maximum per day (UTC), satoshis with routing fees; absent = the balance of the wallet. */
  readonly daily_limit?: number
  /** When the login expires and all its calls are rejected, ISO 8601 in UTC (`2027-01-31T12:00:00Z`). */
  readonly expires_at?: string
  /** True: the login is disabled and its sessions are ended. */
  readonly revoked?: boolean
  /** User name. */
  readonly login?: string
  /** Time of the last use, to within some minutes, ISO 8601. */
  readonly last_used_at?: string
  /** Amount paid or in flight today (UTC), satoshis. */
  readonly spent_today?: number
  /** Last day with a payment. */
  readonly spent_on?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
}

export type LnticketItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Title of the form. */
  readonly name?: string
  /** Description for visitors. */
  readonly description?: string
  /** Price per word, or for the whole message, satoshis. */
  readonly amount?: number
  /** True: `amount` is the price of the whole message. */
  readonly flatrate?: boolean
  /** Maximum message length, words. */
  readonly max_words?: number
  /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
  readonly webhook_url?: string
  /** Email address that gets paid messages: the verified address of the account. */
  readonly notify_email?: string
  /** Total received, satoshis. */
  readonly amountmade?: number
  /** Number of paid messages. */
  readonly ticket_count?: number
  /** URL (https) of a picture above the title of its pages. */
  readonly logo?: string
  /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
  readonly color?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

/** The service accepted the signature. */
export type LnurlLoggedIn = {
  /** Always true. */
  readonly success: boolean
  /** Domain of the service, as text. */
  readonly detail: string
  /** Domain of the service. */
  readonly domain: string
  /** Public key of the wallet at the service, the same at each log-in. */
  readonly key: string
}

/** Service to log in to: `lnurl` or `callback` is required. */
export type LnurlLogin = {
  /** A text with one LNURL in any form: `lnurl1…`, `lnurlp://…` and the like, a link with a `lightning` parameter, a Lightning address, a page of this installation that shows one, or its URL. */
  readonly lnurl?: string
  /** Instead of `lnurl`: the `callback` that `lnurlscan` answered. */
  readonly callback?: string
}

/** Offer of an LNURL. */
export type LnurlOffer = {
  /** Kind of the offer: pay, withdraw, log in, or open a channel (for node operators). */
  readonly kind: "pay" | "withdraw" | "auth" | "channel"
  /** Kind of the offer, in the words of LNURL. */
  readonly tag: string
  /** Domain of the service: show it before you send anything. */
  readonly domain: string
  /** URL for the next request of LNURL; send it back to skip reading the LNURL again. */
  readonly callback?: string
  /** pay: minimum amount, millisatoshis. */
  readonly minSendable?: number
  /** pay: maximum amount, millisatoshis. */
  readonly maxSendable?: number
  /** withdraw: minimum amount, millisatoshis. */
  readonly minWithdrawable?: number
  /** withdraw: maximum amount, millisatoshis. */
  readonly maxWithdrawable?: number
  /** pay, withdraw: true if minimum and maximum are equal. */
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
  /** pay: maximum length of a comment, characters; 0 = no comments. */
  readonly commentAllowed?: number
  /** pay: false if the link should be stored. */
  readonly disposable?: boolean
  /** pay: accepts zaps. */
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

/** Payment sent to an LNURL. */
export type LnurlPaid = {
  /** Payment hash, 64 hex characters. */
  readonly payment_hash: string
  /** Checking id, for later requests. */
  readonly checking_id: string
  /** Message or link that the service shows the payer after the payment; null = none. */
  readonly success_action: {
    /** `message`, `url` or `aes`. */
    readonly tag: string
    /** message: text to show to the payer. */
    readonly message?: string
    /** url, aes: text to show with the page or the decrypted text. */
    readonly description?: string
    /** url: a page of the same service. */
    readonly url?: string
    /** aes: encrypted text of the payee, base64. */
    readonly ciphertext?: string
    /** aes: initialization vector, base64. */
    readonly iv?: string
    /** aes: decrypted secret once paid; null if it cannot be decrypted. */
    readonly plaintext?: string | null
  } | null
  /** Only with `Prefer: return=representation`. */
  readonly status?: "pending" | "success" | "failed"
  /** Amount, satoshis, negative; only with `Prefer: return=representation`. */
  readonly amount?: number
  /** Fee, millisatoshis; only with `Prefer: return=representation`. */
  readonly fee?: number
}

/** Payee and amount: `lnurl` or `callback` is required. */
export type LnurlPayment = {
  /** A text with one LNURL in any form: `lnurl1…`, `lnurlp://…` and the like, a link with a `lightning` parameter, a Lightning address, a page of this installation that shows one, or its URL. */
  readonly lnurl?: string
  /** Instead of `lnurl`: the `callback` that `lnurlscan` answered. */
  readonly callback?: string
  /** Amount, millisatoshis (1000 = 1 satoshi). */
  readonly amount: number
  /** Comment for the payee; at most as long as the service accepts. */
  readonly comment?: string
  /** With `callback`: the `description_hash` of `lnurlscan`. An invoice with another one is not paid. */
  readonly description_hash?: string
  /** http(s) URL that is called once: when the payment is final, `success` or `failed`. */
  readonly webhook?: string
}

/** Service that pays, and amount. */
export type LnurlWithdrawal = {
  /** A text with one LNURL in any form: `lnurl1…`, `lnurlp://…` and the like, a link with a `lightning` parameter, a Lightning address, a page of this installation that shows one, or its URL. */
  readonly lnurl: string
  /** Amount, satoshis. */
  readonly amount: number
  /** Memo, at most 639 bytes of UTF-8; absent = as the service proposes. */
  readonly memo?: string
  /** http(s) URL that is called once: when the invoice is paid. */
  readonly webhook?: string
}

export type LnurlpItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Description that payers see. */
  readonly description?: string
  /** Smallest payment, in `currency`; worth at least 1 satoshi. */
  readonly min?: number
  /** Largest payment, in `currency`; at least `min`. */
  readonly max?: number
  /** `sat` or a code of `GET /api/v1/currencies`. */
  readonly currency?: string
  /** Maximum length of a comment of the payer, characters; 0 = no comments. */
  readonly comment_chars?: number
  /** Name before the @ of the Lightning address: letters a to z, digits, dots, hyphens and underscores. Never given to another account on the same domain, not even after deletion. */
  readonly username?: string
  /** Domain after the @: a host of this service (`SERVICE_DOMAINS`); default the host of its public URL. */
  readonly domain?: string
  /** True: accepts Nostr zaps (NIP-57) and publishes their receipts. */
  readonly zaps?: boolean
  /** True: wallets are asked not to store the link (LUD-11). */
  readonly disposable?: boolean
  /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
  readonly webhook_url?: string
  /** Additional headers of the webhook: an object of at most 20 texts. Only with the admin key. */
  readonly webhook_headers?: unknown
  /** JSON that the webhook carries as `body`. */
  readonly webhook_body?: unknown
  /** Message that payers see after payment. */
  readonly success_text?: string
  /** URL (https) that payers see after payment. */
  readonly success_url?: string
  /** The link as LNURL (LUD-01). */
  readonly lnurl?: string
  /** Lightning address, if the link has a `username`. */
  readonly lightning_address?: string
  /** True: zap receipts are signed with a key of this link. False for links from before 0.4, until `zaps` is switched on again. */
  readonly own_zap_key?: boolean
  /** Number of requests for its parameters; updated within seconds. */
  readonly served_params?: number
  /** Invoices created; updated within seconds. */
  readonly served_invoices?: number
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of `lnurl` as a QR code (SVG). */
  readonly qr_url?: string
}

/** Log-in rejected, or incomplete. */
export type LoginRefusal = {
  /** Reason of the rejection, for people. */
  readonly detail: string
  /** Code of the error, for programs. */
  readonly code: string
  /** Numbers and names in `detail`, if any. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Second factors of the account, if only a second factor is missing. */
  readonly second_factor?: readonly ("totp" | "passkey")[]
  /** Together with `second_factor`: ticket for `POST /api/v1/auth/second-factor`, valid for 5 minutes. */
  readonly ticket?: string
}

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.create()`. */
export type NewPasskeyCredential = {
  /** Credential id. */
  readonly id: string
  /** Same as `id`. */
  readonly rawId: string
  /** Constant: `public-key`. */
  readonly type: "public-key"
  /** Results of WebAuthn extensions; ignored. */
  readonly clientExtensionResults: Readonly<Record<string, unknown>>
  /** Response of the authenticator. */
  readonly response: {
    /** Challenge and origin, as the browser collected them (WebAuthn). */
    readonly clientDataJSON: string
    /** The new public key. */
    readonly attestationObject: string
    /** Transports of the authenticator. */
    readonly transports?: readonly string[]
  }
}

/** Lightning node in use, stored node, and kinds of nodes that can be used. */
export type NodeSettings = {
  /** Source of the configuration in use. */
  readonly counts: "environment" | "stored" | "default"
  /** Variables in the environment that have priority over a stored node. */
  readonly overruled_by: readonly string[]
  /** True: the stored configuration differs from the one in use, and applies after a restart. */
  readonly restart_needed: boolean
  /** Node that this process uses. */
  readonly in_use: {
    /** Kind of the node. */
    readonly kind: string
    /** Prefix of its invoices; null = it has not answered yet. */
    readonly network: string | null
    /** Its public key, hex; for a hosted node the id of the account, empty if unknown. */
    readonly node_key: string | null
    /** Alias of the node, or name of the wallet at its host; null = unknown. */
    readonly alias: string | null
    /** Amount that can be sent now. Millisatoshis; null = not known. */
    readonly can_send_msat: number | null
    /** Amount that its channels can receive now. Millisatoshis; null = not known. */
    readonly can_receive_msat: number | null
    /** Newest block that the node knows; null = unknown. */
    readonly height: number | null
    /** True: the node has all blocks; null = unknown. */
    readonly synced: boolean | null
    /** On-chain balance, to claim payments of a channel that closes. Millisatoshis; null = not known. */
    readonly on_chain_msat: number | null
    /** True: supports hold invoices. */
    readonly can_hold: boolean
    /** True: limits the fee of a payment. */
    readonly can_limit_fees: boolean
    /** True: its last call was answered. */
    readonly answers: boolean
    /** Why the node does not answer, or not as it should; the most precise first. Empty = nothing is known. */
    readonly troubles: readonly NodeTrouble[]
    /** When it last answered this process: Unix seconds; null = not yet. */
    readonly answered_at: number | null
  }
  /** Kind of the node before, still polled about its payments; `none`: it cannot be polled. */
  readonly former_kind: string | null
  /** Stored node; null = none. */
  readonly stored: {
    /** Kind of the node. */
    readonly kind: string
    /** Public key of the node, or id of the account at its host, when it was stored. */
    readonly node_key: string
    /** Alias of the node at that time; may be empty. */
    readonly alias: string
    /** Kind of the node before it, still polled about its payments; `none`: it cannot be polled. */
    readonly former_kind: string | null
    /** Time of storing, Unix seconds. */
    readonly stored_at: number
    /** Id of the super user. */
    readonly stored_by: string
    /** True: this process started with it. */
    readonly in_use: boolean
  } | null
  /** Kinds of nodes that can be used. */
  readonly kinds: readonly {
    /** Kind of the node. */
    readonly kind: string
    /** Fields of this kind of node. */
    readonly fields: readonly {
      /** Name of the variable: a key of `values`. */
      readonly name: string
      /** `text`, `flag` or `integer`. */
      readonly type: string
      /** True: a secret: anyone who has it can use the node. */
      readonly secret: boolean
      /** Explanation, one sentence. */
      readonly about: string
      /** Default; may be empty. */
      readonly default: string
      /** True: the environment sets it and has priority. */
      readonly is_set: boolean
    }[]
  }[]
}

/** Why a node does not answer, or not as it should. */
export type NodeTrouble = {
  /** `setting_wrong`, `wrong_network`, `certificate_untrusted`, `credential_refused`: correct the variable. `clock_apart`: the clocks differ by more than a minute. `locked`: the wallet of the node is locked or not created. `starting`, `unreachable`: no answer. `out_of_sync`: blocks or channels of the network are missing. `no_coins`: too little on-chain to claim payments of a closing channel. */
  readonly kind: "setting_wrong" | "wrong_network" | "certificate_untrusted" | "credential_refused" | "clock_apart" | "locked" | "starting" | "unreachable" | "out_of_sync" | "no_coins"
  /** Variable to change; null = none. */
  readonly variable: string | null
  /** Observation, as text. */
  readonly detail: string
  /** Time of the observation, Unix seconds. */
  readonly since: number
}

/** Where your messages by Nostr go. */
export type NostrDestination = {
  /** The npub that messages come from; null = this service sends none by Nostr. */
  readonly sender: string | null
  /** Address as you entered it; null = none. */
  readonly address: string | null
  /** Public key of that address, as npub; null = none. */
  readonly key: string | null
  /** Relays that messages are sent to, from your relay list (kind 10050). */
  readonly relays: readonly string[]
  /** True: the code that was sent to it was confirmed. A new key needs a new proof. */
  readonly verified: boolean
}

export type Nostrnip5Item = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Domain after the @, without a port; it must resolve to this service. */
  readonly domain?: string
  /** `sat` or a code of `GET /api/v1/currencies`. */
  readonly currency?: string
  /** Price of a name per year, in `currency`; at least 1 satoshi. */
  readonly cost?: number
  /** Maximum years per order. */
  readonly max_years?: number
  /** Prices of short names: the entry with the smallest `max_length` that fits applies. */
  readonly char_count_cost?: readonly {
    /** Maximum length of names with this price, characters. */
    readonly max_length?: number
    /** Price per year, in `currency`. */
    readonly amount?: number
  }[]
  /** Promotion codes. Only with the admin key. */
  readonly promotions?: readonly {
    /** Promotion code; not case-sensitive. */
    readonly code?: string
    /** Discount, percent. */
    readonly buyer_discount_percent?: number
    /** Bonus of `selected_referer`, percent of payment. */
    readonly referer_bonus_percent?: number
    /** Recipient of the bonus: id of a wallet of yours, a Lightning address or an LNURL. */
    readonly selected_referer?: string
  }[]
  /** Names that are not sold. `_`, the domain itself, is never sold. */
  readonly reserved_names?: readonly string[]
  /** Days after expiry in which a name still works and can be renewed. */
  readonly grace_days?: number
  /** Number of active addresses. */
  readonly address_count?: number
  /** Total received, satoshis. */
  readonly earned?: number
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

export type NwcproviderItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Name of the app or person that uses the connection. */
  readonly description?: string
  /** Permissions: `pay`, `invoice` (create invoices), `lookup` (find one payment, get notified of received and sent ones), `history`, `balance`, `info`. */
  readonly permissions?: readonly string[]
  /** When the connection expires and every request is rejected, ISO 8601 in UTC (`2027-01-31T12:00:00Z`). */
  readonly expires_at?: string
  /** Budgets, with routing fees; a payment must fit all of them. With `pay`, one budget or `unlimited` is required. */
  readonly budgets?: readonly {
    /** Maximum per window, millisatoshis. */
    readonly budget_msats?: number
    /** Length of the window, seconds; 0 = never renewed. */
    readonly refresh_window?: number
    /** Amount paid or in flight in this window, millisatoshis. */
    readonly used_msats?: number
    /** Start of this window, Unix seconds. */
    readonly window_started_at?: number
  }[]
  /** True: the balance of the wallet is the only limit. */
  readonly unlimited?: boolean
  /** Public key of the app, 64 hex digits; if absent, one is generated, and its secret is in `connection_uri`. Cannot be changed later. */
  readonly pubkey?: string
  /** Public key of the wallet in this connection, 64 hex digits. */
  readonly service_pubkey?: string
  /** Relay of the connection: first of `relays`. */
  readonly relay?: string
  /** Relays on which the wallet listens. */
  readonly relays?: readonly string[]
  /** Time of the last use, to within some minutes, ISO 8601. */
  readonly last_used_at?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
}

/** Error, in the format of OAuth and of this API. */
export type OAuthError = {
  /** Error code of RFC 6749 §5.2. */
  readonly error?: string
  /** Same as `detail`. */
  readonly error_description?: string
  /** Human-readable error message. */
  readonly detail: string
  /** Code of the error, for programs. */
  readonly code: string
  /** Numbers and names in `detail`, if any. */
  readonly params?: Readonly<Record<string, string | number>>
}

export type OfflineshopItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Name of the product. */
  readonly name?: string
  /** Product description. */
  readonly description?: string
  /** A picture as `data:` URL: PNG, JPEG, GIF or WebP of at most 100 kB. */
  readonly image?: string
  /** Price, in the currency. */
  readonly price?: number
  /** Currency: `sat` or an ISO 4217 code. */
  readonly currency?: string
  /** False: not for sale. */
  readonly enabled?: boolean
  /** LNURL for customers to scan. */
  readonly lnurl?: string
  /** Number of sales. */
  readonly sold?: number
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of `lnurl` as a QR code (SVG). */
  readonly qr_url?: string
}

/** Payment, for operators. */
export type OperatorPayment = {
  /** Checking id of the payment. */
  readonly checking_id: string
  /** Id of the wallet. */
  readonly wallet_id: string
  /** Id of the user; null = the account is deleted. */
  readonly user_id: string | null
  /** Direction: received or sent. */
  readonly direction: "in" | "out"
  /** State, finer than the status: `reserved`, `dispatched`, `closing`, `held`, `settling`, `cancelling`, `open`, `success`, `failed`, `expired`. */
  readonly state: string
  /** Status that the owner sees. */
  readonly status: "pending" | "success" | "failed"
  /** Amount, millisatoshis. */
  readonly amount_msat: number
  /** Fee charged, millisatoshis. */
  readonly fee_msat: number
  /** Fee reserve, millisatoshis. */
  readonly fee_limit_msat: number
  /** Payment hash at the node. */
  readonly payment_hash: string
  /** The other row of a payment between two wallets of this service. */
  readonly peer_id: string | null
  /** True: a hold invoice. */
  readonly hold: boolean
  /** Number of times it was sent. */
  readonly attempt: number
  /** Number of times the node was asked about it. */
  readonly polls: number
  /** Age since its creation. */
  readonly age_seconds: number
  /** Time of creation, Unix seconds. */
  readonly created_at: number
  /** When the service polls it next, or a hold is sent back: Unix seconds. */
  readonly due_at: number | null
  /** When the invoice expires, Unix seconds. */
  readonly expires_at: number
  /** Its node: `id` in `nodes` of `GET /api/v1/admin/status`. */
  readonly node: number
  /** The node's last answer about it, in words; null = not known. */
  readonly node_answer: string | null
  /** Reason of the failure; null = it has not failed. */
  readonly failure: string | null
}

/** One of your passkeys. */
export type Passkey = {
  /** Credential id, base64url. */
  readonly id: string
  /** Name that you gave it. */
  readonly name: string
  /** True: synchronised, so that your other devices may have it. */
  readonly backed_up: boolean
  /** Time of creation, Unix seconds. */
  readonly created_at: number
  /** Time of the last use, Unix seconds; null = never. */
  readonly last_used_at: number | null
}

/** `PublicKeyCredential.toJSON()` after `navigator.credentials.get()`. */
export type PasskeyCredential = {
  /** Credential id. */
  readonly id: string
  /** Same as `id`. */
  readonly rawId: string
  /** Constant: `public-key`. */
  readonly type: "public-key"
  /** Results of WebAuthn extensions; ignored. */
  readonly clientExtensionResults: Readonly<Record<string, unknown>>
  /** Response of the authenticator. */
  readonly response: {
    /** Challenge and origin, as the browser collected them (WebAuthn). */
    readonly clientDataJSON: string
    /** Authenticator data (WebAuthn). */
    readonly authenticatorData: string
    /** Signature by the passkey. */
    readonly signature: string
    readonly userHandle?: string | null
  }
}

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()` and `navigator.credentials.get()`. */
export type PasskeyLoginOptions = {
  /** Challenge, base64url; signed by the passkey, once, within 5 minutes. */
  readonly challenge: string
  /** Time-out of the browser, milliseconds. */
  readonly timeout?: number
  /** Type of authenticator to offer first. */
  readonly hints?: readonly string[]
  /** WebAuthn extensions, for the authenticator. */
  readonly extensions?: Readonly<Record<string, unknown>>
  /** Domain that passkeys are bound to. */
  readonly rpId?: string
  /** Passkeys of the account; empty = any that the authenticator has. */
  readonly allowCredentials?: readonly {
    /** Credential id, base64url. */
    readonly id: string
    /** Constant: `public-key`. */
    readonly type: string
    /** Transports of the authenticator. */
    readonly transports?: readonly string[]
  }[]
  /** `required` to log in with the passkey only, `discouraged` as a second factor. */
  readonly userVerification?: string
}

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `navigator.credentials.create()`. */
export type PasskeyRegistrationOptions = {
  /** Challenge, base64url; signed by the passkey, once, within 5 minutes. */
  readonly challenge: string
  /** Time-out of the browser, milliseconds. */
  readonly timeout?: number
  /** Type of authenticator to offer first. */
  readonly hints?: readonly string[]
  /** WebAuthn extensions, for the authenticator. */
  readonly extensions?: Readonly<Record<string, unknown>>
  /** This service (relying party). */
  readonly rp: {
    readonly id?: string
    readonly name: string
  }
  /** User that the authenticator stores; `id` reveals nothing about your account. */
  readonly user: {
    readonly id: string
    readonly name: string
    readonly displayName: string
  }
  /** Accepted signature algorithms: Ed25519 (-8), ES256 (-7), RS256 (-257). */
  readonly pubKeyCredParams: readonly {
    readonly alg: number
    readonly type: "public-key"
  }[]
  /** Passkeys that the account has already. */
  readonly excludeCredentials?: readonly {
    /** Credential id, base64url. */
    readonly id: string
    /** Constant: `public-key`. */
    readonly type: string
    /** Transports of the authenticator. */
    readonly transports?: readonly string[]
  }[]
  /** Criteria for the authenticator. */
  readonly authenticatorSelection?: Readonly<Record<string, unknown>>
  /** Constant: `none`. */
  readonly attestation?: string
}

/** Payment or invoice of a wallet. */
export type Payment = {
  /** Checking id: identifies this payment in later requests. */
  readonly checking_id: string
  /** SHA-256 of the preimage, 64 lower-case hex characters. */
  readonly payment_hash: string
  /** Amount, satoshis, rounded towards zero; negative = outgoing. */
  readonly amount: number
  /** Exact amount, millisatoshis; negative = outgoing. */
  readonly amount_msat: number
  /** True: invoice without an amount. Its `amount` is 0 until it is paid, then the amount received. Otherwise absent. */
  readonly any_amount?: boolean
  /** Routing fee paid; while an outgoing payment is pending, what is reserved for it. Never negative. Millisatoshis. */
  readonly fee: number
  /** Description that the payer saw. */
  readonly memo: string
  /** `success` and `failed` are final; an unpaid invoice is `pending` until it expires. */
  readonly status: "pending" | "success" | "failed"
  /** Time of creation, Unix seconds. */
  readonly time: number
  /** Invoice (BOLT 11). */
  readonly bolt11: string
  /** Same as `bolt11`. */
  readonly payment_request: string
  /** Id of its wallet. */
  readonly wallet_id: string
  /** True while `status` is `pending`. */
  readonly pending: boolean
  /** Time of creation, ISO 8601. */
  readonly created_at: string
  /** Time at which it became final, ISO 8601; until then, the time of creation. */
  readonly updated_at: string
  /** Validity of the invoice after `time`, seconds. */
  readonly expiry: number
  /** True: the invoice has expired. */
  readonly expired: boolean
  /** Object attached at creation. */
  readonly extra: Readonly<Record<string, unknown>>
  /** Price of an invoice in a currency; otherwise the value of the payment in the accounting currency (SERVICE_ACCOUNTING_CURRENCY) when it succeeded. Absent if there is none. */
  readonly fiat?: {
    /** ISO 4217 code of the currency. */
    readonly currency: string
    /** Amount in units of the currency, without fees; negative = outgoing. */
    readonly amount: number
    /** Price used for the conversion, units of the currency per 1 BTC. */
    readonly rate: number
    /** Tax that the amount contains. Absent if none was named. */
    readonly tax?: number
    /** Tip that the amount contains. Absent if none was named. */
    readonly tip?: number
  }
  /** With `currency` in the query: value of the payment in this currency when it succeeded. Absent until then, and if the price at that time is unknown. */
  readonly value?: {
    /** ISO 4217 code of the currency. */
    readonly currency: string
    /** Amount in units of the currency, without fees; negative = outgoing. */
    readonly amount: number
    /** Price used for the conversion, units of the currency per 1 BTC. */
    readonly rate: number
  }
  /** Your note. Absent if there is none. */
  readonly note?: string
  /** Your labels. Absent if there are none. */
  readonly labels?: readonly string[]
  /** Contact that the payment is linked to. */
  readonly contact_id?: string
  /** `extra.tag`, or empty. */
  readonly tag: string
  /** Proof of payment: only when paid. */
  readonly preimage?: string | null
  /** Reason of the failure, human-readable. Absent unless the payment failed. */
  readonly failure?: string | null
  /** Why the node did not pay it, in one word: no_route, fee_limit, payee_refused, timed_out, node_cannot_send, not_delivered, invoice_expired, invoice_refused, amount_missing, whole_sats, own_invoice, paid_before, node_unreachable, node_not_ready, no_proof. null for every other reason. */
  readonly failure_code?: string | null
}

/** Succeeded payments with one tag. */
export type PaymentCountByTag = {
  /** `extra.tag`, or empty. */
  readonly tag: string
  /** Number of succeeded payments. */
  readonly count: number
}

/** Payment required. */
export type PaymentDue = {
  /** Amount due, as text. */
  readonly detail: string
  /** Code of the error, for programs. */
  readonly code: string
  /** Numbers and names in `detail`, if any. */
  readonly params?: Readonly<Record<string, string | number>>
  readonly payment: {
    /** Amount, satoshis. */
    readonly amount: number
    /** Purpose of the payment. */
    readonly description: string
    /** Invoice (BOLT 11): pay it from any wallet; this service does not. */
    readonly payment_request: string
    /** Send it as `payment_hash` when you repeat the request. */
    readonly payment_hash: string
    /** When the invoice expires, Unix seconds. */
    readonly expires_at: number
  }
}

/** Succeeded payments of one period. */
export type PaymentHistoryRow = {
  /** Start of the period, in UTC or by `tz`; for a week its Monday. */
  readonly date: string
  /** Received, satoshis. */
  readonly income: number
  /** Sent, satoshis without fees. */
  readonly spending: number
  /** Fees paid, millisatoshis. */
  readonly fees_msat?: number
  /** Change of the balance in the period, with all fees, millisatoshis. */
  readonly change_msat?: number
  /** Balance at the end of the period with reserved amounts, millisatoshis. */
  readonly balance_msat?: number
  /** Received, in `currency`, each payment at the rate of its time; null if one of these rates is unknown. */
  readonly income_value?: number | null
  /** Sent, without fees, in `currency`, each payment at the rate of its time; null if one of these rates is unknown. */
  readonly spending_value?: number | null
}

/** Your note about a payment. */
export type PaymentNote = {
  /** Your note, or empty. */
  readonly note: string
  /** Your labels. */
  readonly labels: readonly string[]
  /** Contact that it is linked to. */
  readonly contact_id?: string
}

/** A page of payments. */
export type PaymentPage = {
  /** One page, newest first. */
  readonly data: readonly Payment[]
  /** Number of matches. */
  readonly total: number
  /** `cursor` of the next page; absent on the last. */
  readonly next_cursor?: string
}

/** The state of a payment. */
export type PaymentStatus = {
  /** True: the payment is complete. */
  readonly paid: boolean
  /** `success` and `failed` are final; an unpaid invoice is `pending` until it expires. */
  readonly status: "pending" | "success" | "failed"
  /** Proof of payment: only when paid. */
  readonly preimage?: string | null
  /** The payment. */
  readonly details: {
    /** Checking id: identifies this payment in later requests. */
    readonly checking_id: string
    /** SHA-256 of the preimage, 64 lower-case hex characters. */
    readonly payment_hash: string
    /** Amount, satoshis, rounded towards zero; negative = outgoing. */
    readonly amount: number
    /** Exact amount, millisatoshis; negative = outgoing. */
    readonly amount_msat: number
    /** True: invoice without an amount. Its `amount` is 0 until it is paid, then the amount received. Otherwise absent. */
    readonly any_amount?: boolean
    /** Routing fee paid; while an outgoing payment is pending, what is reserved for it. Never negative. Millisatoshis. */
    readonly fee: number
    /** Description that the payer saw. */
    readonly memo: string
    /** `success` and `failed` are final; an unpaid invoice is `pending` until it expires. */
    readonly status: "pending" | "success" | "failed"
    /** Time of creation, Unix seconds. */
    readonly time: number
    /** Invoice (BOLT 11). */
    readonly bolt11: string
    /** Same as `bolt11`. */
    readonly payment_request: string
    /** Id of its wallet. */
    readonly wallet_id: string
    /** True while `status` is `pending`. */
    readonly pending: boolean
    /** Time of creation, ISO 8601. */
    readonly created_at: string
    /** Time at which it became final, ISO 8601; until then, the time of creation. */
    readonly updated_at: string
    /** Validity of the invoice after `time`, seconds. */
    readonly expiry: number
    /** True: the invoice has expired. */
    readonly expired: boolean
    /** Object attached at creation. */
    readonly extra: Readonly<Record<string, unknown>>
    /** Price of an invoice in a currency; otherwise the value of the payment in the accounting currency (SERVICE_ACCOUNTING_CURRENCY) when it succeeded. Absent if there is none. */
    readonly fiat?: {
      /** ISO 4217 code of the currency. */
      readonly currency: string
      /** Amount in units of the currency, without fees; negative = outgoing. */
      readonly amount: number
      /** Price used for the conversion, units of the currency per 1 BTC. */
      readonly rate: number
      /** Tax that the amount contains. Absent if none was named. */
      readonly tax?: number
      /** Tip that the amount contains. Absent if none was named. */
      readonly tip?: number
    }
    /** With `currency` in the query: value of the payment in this currency when it succeeded. Absent until then, and if the price at that time is unknown. */
    readonly value?: {
      /** ISO 4217 code of the currency. */
      readonly currency: string
      /** Amount in units of the currency, without fees; negative = outgoing. */
      readonly amount: number
      /** Price used for the conversion, units of the currency per 1 BTC. */
      readonly rate: number
    }
    /** Your note. Absent if there is none. */
    readonly note?: string
    /** Your labels. Absent if there are none. */
    readonly labels?: readonly string[]
    /** Contact that the payment is linked to. */
    readonly contact_id?: string
    /** True: a hold invoice is paid and waits to be settled or cancelled. */
    readonly held: boolean
  }
}

export type PaywallItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Title of the product. */
  readonly memo?: string
  /** Product description. */
  readonly description?: string
  /** Price, in `currency`; 0 = the buyer chooses, at least 1 satoshi. */
  readonly amount?: number
  /** Currency of amount: `sat` or a currency code. */
  readonly currency?: string
  /** True: the browser of a buyer remembers the access. */
  readonly remembers?: boolean
  /** URL (https) that is sold: the buyer is redirected to it, or the file is fetched from it. In the URL of a file, `{version}` is the version that the buyer asks for. Only with the admin key. */
  readonly url?: string
  /** `url`: buyers get the URL. `file`: buyers get the file, but not its URL. */
  readonly kind?: string
  /** Headers sent to the host of the file: an object of at most 20 texts. Only with the admin key. */
  readonly file_headers?: unknown
  /** Maximum downloads per purchase of a file. */
  readonly max_downloads?: number
  /** Days until a purchase expires; 0 = never. */
  readonly access_days?: number
  /** True: the file is an archive that programs download with the hash of their payment. */
  readonly release?: boolean
  /** Number of purchases. */
  readonly sold?: number
  /** Total received, satoshis. */
  readonly earned?: number
  /** URL (https) of a picture above the title of its pages. */
  readonly logo?: string
  /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
  readonly color?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

/** Reason why a payment was not made. */
export type RefusedPayment = {
  /** Human-readable error message. */
  readonly detail: string
  /** Code of the error, for programs. */
  readonly code: string
  /** Numbers and names in `detail`, if any. */
  readonly params?: Readonly<Record<string, string | number>>
  /** For a request to pay: `failed` if nothing was or will be sent for it; `success` or `pending` if this wallet has paid the invoice or is paying it. Absent if not known. */
  readonly status?: "pending" | "success" | "failed"
}

/** A new account, and the access token of its first log-in. */
export type Registered = {
  /** JWT for `Authorization: Bearer …`; empty if the answer set a cookie. */
  readonly access_token: string
  /** `cookie` for a request with the header `X-Session: cookie`, else `bearer`. */
  readonly token_type: "bearer" | "cookie"
  /** Id of the user (UUID). */
  readonly id: string
  /** Username. */
  readonly username: string
  /** Email address, or empty. */
  readonly email: string
}

export type SatspayItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Name of the payee that the payer sees, such as a shop name. */
  readonly name?: string
  /** Description; also in the invoice. */
  readonly description?: string
  /** Amount, in `currency`. */
  readonly amount?: number
  /** Currency: `sat` or a code of `GET /api/v1/currencies`. */
  readonly currency?: string
  /** Minutes until the charge expires. */
  readonly time?: number
  /** True: payable over Lightning. */
  readonly lightning?: boolean
  /** Id of a watch-only wallet of yours (`watchonly`): the charge is also payable on-chain, to its own address. */
  readonly onchain?: string
  /** True: an on-chain payment counts without a confirmation. */
  readonly zeroconf?: boolean
  /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
  readonly webhook_url?: string
  /** URL (https) that the payer is redirected to after payment. */
  readonly completelink?: string
  /** Label of that link. */
  readonly completelink_text?: string
  /** JSON of yours, returned with the webhook. */
  readonly extra?: unknown
  /** Amount in satoshis, at the rate when the charge was created. */
  readonly amount_sat?: number
  /** Invoice to pay (BOLT 11). */
  readonly payment_request?: string
  /** Payment hash of the invoice. */
  readonly payment_hash?: string
  /** On-chain address of the charge. */
  readonly onchain_address?: string
  /** Network of that address. */
  readonly onchain_network?: string
  /** Amount received, satoshis. */
  readonly balance?: number
  /** On-chain part of the amount received, satoshis. */
  readonly onchain_sat?: number
  /** Unconfirmed on-chain amount, not counted yet, satoshis. */
  readonly pending?: number
  /** True: fully paid. */
  readonly paid?: boolean
  /** True: more than the amount was received. */
  readonly overpaid?: boolean
  /** True: a payment arrived after `expires_at`. */
  readonly late?: boolean
  /** When the charge expires, ISO 8601. */
  readonly expires_at?: string
  /** `open`, `partial` (a part was received), `paid` or `expired`. */
  readonly status?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

export type SchedulerItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Name of the job. */
  readonly name?: string
  /** Schedule as five cron fields (minute hour day month weekday): `0 9 * * 1`. */
  readonly cron?: string
  /** IANA time zone of the schedule: `Europe/Rome`. */
  readonly timezone?: string
  /** `active`: runs by its schedule. `paused`: does not. */
  readonly status?: string
  /** `pay` a target, create an `invoice`, call a URL (`http`), or email a `report`. */
  readonly action?: string
  /** pay: recipient, a Lightning address, an LNURL or another wallet of yours. */
  readonly target?: string
  /** pay, invoice: amount, satoshis. */
  readonly amount?: number
  /** pay: maximum routing fee, satoshis; default the fee reserve of the service. */
  readonly max_fee?: number
  /** pay: comment for the payee, if it accepts comments. */
  readonly comment?: string
  /** pay: maximum per calendar month (UTC), satoshis with fees. */
  readonly monthly_cap?: number
  /** invoice: description. */
  readonly memo?: string
  /** invoice: webhook URL, called on creation and on payment. */
  readonly webhook_url?: string
  /** http: method. */
  readonly method?: string
  /** http: URL. */
  readonly url?: string
  /** http: headers, an object of at most 20 texts. Only with the admin key. */
  readonly headers?: unknown
  /** http: body. */
  readonly body?: string
  /** Verified email address of the account. report: recipient; every action: recipient of the notice that the job was paused after failures. Only with the admin key. */
  readonly email?: string
  /** Number of runs after which the job is paused. */
  readonly max_runs?: number
  /** When the job ends, ISO 8601 with a zone (`2027-01-31T12:00:00Z`). */
  readonly ends_at?: string
  /** Time of the next run, ISO 8601. */
  readonly next_run_at?: string
  /** Time of the last run, ISO 8601. */
  readonly last_run_at?: string
  /** Result of the last run. */
  readonly last_result?: string
  /** Amount paid this calendar month (UTC), satoshis with fees. */
  readonly spent_month?: number
  /** Consecutive failed runs; after five the job is paused. */
  readonly failures?: number
  /** Number of runs. */
  readonly runs?: number
  /** Month that `spent_month` is for. */
  readonly month?: string
  /** Id of the run in progress. */
  readonly running?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
}

export type ScrubItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Description of the rule. */
  readonly description?: string
  /** Target: a Lightning address, an LNURL, or the id of another wallet of yours. */
  readonly payoraddress?: string
  /** Minimum amount that is forwarded, satoshis; less is collected. */
  readonly min_forward?: number
  /** Amount that stays in the wallet, satoshis. */
  readonly keep_balance?: number
  /** False: nothing is forwarded. */
  readonly enabled?: boolean
  /** Total sent to the target, satoshis. */
  readonly forwarded_total?: number
  /** Amount still to be forwarded (in flight, waiting for a retry, or held), satoshis. */
  readonly held_total?: number
  /** Number of payouts in that amount. */
  readonly open_jobs?: number
  /** Reason why the last payout failed. */
  readonly last_error?: string
  /** Time of the last forwarded payment, ISO 8601. */
  readonly last_forward_at?: string
  /** Smallest payment that the target accepts, satoshis. */
  readonly target_min?: number
  /** Largest payment that the target accepts, satoshis. */
  readonly target_max?: number
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
}

/** Browser in which you are logged in. */
export type Session = {
  /** Id of the session (UUID). */
  readonly id: string
  /** Time of the log-in, ISO 8601. */
  readonly created_at: string
  /** Time of the last use, to within five minutes, ISO 8601. */
  readonly last_used_at: string
  /** IP address of the client that logged in. */
  readonly address: string
  /** `User-Agent` of the browser; clients can send any text. */
  readonly agent: string
  /** True: the current session. */
  readonly current: boolean
}

/** Settings in force: the value stored here, else the one of the environment. */
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
  /** Names of settings to reset to the environment. */
  readonly reset?: readonly ("allow_new_accounts" | "auth_allowed_methods" | "allowed_users" | "require_second_factor" | "max_payment_sats" | "max_balance_sats" | "daily_limit_wallet_sats" | "daily_limit_user_sats" | "max_pending_per_wallet" | "max_pending" | "max_held_per_account" | "max_held" | "max_hold_invoices_per_account" | "fee_reserve_min_msat" | "fee_reserve_ppm" | "hold_seconds" | "site_name" | "site_motd" | "rate_limit_requests" | "rate_limit_unit")[]
}

/** Settle a held payment. */
export type SettlePayment = {
  /** Only for hold invoices made with your own `payment_hash`: 64 hex characters. */
  readonly preimage?: string
}

/** Short link of a wallet. */
export type ShortLink = {
  /** Id of the link. */
  readonly id: string
  /** Short URL, to share. */
  readonly url: string
  /** Target URL. */
  readonly target: string
  /** Time of creation, Unix seconds. */
  readonly created_at: number
}

export type SplitpaymentsItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Recipient of the share: the id of another wallet of yours, a Lightning address or an LNURL. */
  readonly target?: string
  /** Wallet of yours that `target` resolved to when it was saved, if any. Only with the admin key. */
  readonly leads_to?: string
  /** Name of the target. */
  readonly alias?: string
  /** Share of each received payment: 0.01 to 100 percent, at most two decimals. */
  readonly percent?: number
  /** False: nothing is forwarded, and the share does not count. */
  readonly enabled?: boolean
  /** The share in hundredths of a percent. */
  readonly basis_points?: number
  /** Total sent to the target, satoshis. */
  readonly forwarded_total?: number
  /** Amount still to be forwarded (in flight, waiting for a retry, or held), satoshis. */
  readonly held_total?: number
  /** Number of payouts in that amount. */
  readonly open_jobs?: number
  /** Reason why the last payout failed. */
  readonly last_error?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
}

export type TipjarItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Name of the recipient: title of the page. */
  readonly name?: string
  /** Text for visitors. */
  readonly description?: string
  /** Smallest tip, satoshis. */
  readonly min_amount?: number
  /** Largest tip, satoshis. */
  readonly max_amount?: number
  /** Suggested amounts, satoshis. */
  readonly suggested?: readonly number[]
  /** True: names and messages are public. */
  readonly show_messages?: boolean
  /** Webhook URL, called for each tip (`POST`). */
  readonly webhook_url?: string
  /** Id of a watch-only wallet of yours (`watchonly`): tips may also come on-chain, each to its own address. */
  readonly onchain?: string
  /** Smallest on-chain tip, satoshis. */
  readonly onchain_limit?: number
  /** Number of tips. */
  readonly tip_count?: number
  /** Total of the tips, satoshis. */
  readonly tip_total?: number
  /** URL (https) of a picture above the title of its pages. */
  readonly logo?: string
  /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
  readonly color?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

/** Log-in. */
export type TokenResponse = {
  /** JWT for `Authorization: Bearer …`; empty if the answer set a cookie. */
  readonly access_token: string
  /** `cookie` for a request with the header `X-Session: cookie`, else `bearer`. */
  readonly token_type: "bearer" | "cookie"
}

export type TposItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Name of the till for customers and payments. */
  readonly name?: string
  /** Currency of all prices: `sat` or an ISO 4217 code. */
  readonly currency?: string
  /** Tips to choose from, percent. Empty: no tips. */
  readonly tip_options?: readonly number[]
  /** Wallet of yours that tips are moved to; absent = they stay in this one. */
  readonly tip_wallet?: string
  /** True: prices include tax. */
  readonly tax_inclusive?: boolean
  /** Tax of items without their own, percent. */
  readonly tax_default?: number
  /** Items for sale; each title once. */
  readonly items?: readonly {
    /** Title of the item. */
    readonly title?: string
    /** Price of one, in the currency. */
    readonly price?: number
    /** Tax, percent; default `tax_default`. */
    readonly tax?: number
    /** Categories: tabs of the till that show the item. */
    readonly categories?: readonly string[]
    /** Picture: an https URL, or PNG, JPEG, GIF or WebP of at most 20 kB as `data:` URL. All pictures of a till have at most 512 kB as text. */
    readonly image?: string
    /** Line below the title. */
    readonly description?: string
    /** True: not for sale. */
    readonly disabled?: boolean
  }[]
  /** Business name on receipts. */
  readonly business_name?: string
  /** Business address on receipts; line breaks are kept. */
  readonly business_address?: string
  /** VAT number on receipts. */
  readonly vat_id?: string
  /** True: offers receipts. */
  readonly receipt?: boolean
  /** IANA time zone of the shop, for days, receipts and exports: `Europe/Berlin`; default UTC. */
  readonly timezone?: string
  /** Language of receipts and day closings; absent = that of their reader. */
  readonly language?: string
  /** Target that takings are forwarded to, without tips that are moved: a Lightning address, an LNURL or another wallet of yours. */
  readonly forward_address?: string
  /** Percent of the takings that is not forwarded. */
  readonly forward_cut?: number
  /** Maximum cash-outs per day (UTC), satoshis with routing fees; absent = no cash-outs. */
  readonly withdraw_limit?: number
  /** Minimum time between two cash-outs, minutes. */
  readonly withdraw_between?: number
  /** Fee of a cash-out, percent; shown to the customer. */
  readonly withdraw_premium?: number
  /** Amount cashed out or offered today (UTC), satoshis. */
  readonly withdrawn_today?: number
  /** Day of the last cash-out, UTC. */
  readonly withdrawn_on?: string
  /** Amount of cash-outs offered but not claimed, satoshis. */
  readonly offered?: number
  /** Amount of tips and forwards that wait for a retry, satoshis. */
  readonly held?: number
  /** Number of the newest receipt. */
  readonly last_receipt?: number
  /** Number of the newest day closing. */
  readonly last_closing?: number
  /** URL of the till. */
  readonly terminal_url?: string
  /** URL (https) of a picture above the title of its pages. */
  readonly logo?: string
  /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
  readonly color?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

/** Answer of the node; nothing was stored. */
export type TriedNode = {
  /** Kind of the node. */
  readonly kind: string
  /** Prefix of its invoices; null = it has not answered yet. */
  readonly network: string | null
  /** Its public key, hex; for a hosted node the id of the account, empty if unknown. */
  readonly node_key: string | null
  /** Alias of the node, or name of the wallet at its host; null = unknown. */
  readonly alias: string | null
  /** Amount that can be sent now. Millisatoshis; null = not known. */
  readonly can_send_msat: number | null
  /** Amount that its channels can receive now. Millisatoshis; null = not known. */
  readonly can_receive_msat: number | null
  /** Newest block that the node knows; null = unknown. */
  readonly height: number | null
  /** True: the node has all blocks; null = unknown. */
  readonly synced: boolean | null
  /** On-chain balance, to claim payments of a channel that closes. Millisatoshis; null = not known. */
  readonly on_chain_msat: number | null
  /** True: supports hold invoices. */
  readonly can_hold: boolean
  /** True: limits the fee of a payment. */
  readonly can_limit_fees: boolean
  /** True: reports sent payments with their preimage; none is booked as paid without it. */
  readonly proves_payments: boolean
  /** True: the node in use. */
  readonly is_in_use: boolean
}

/** An account. */
export type User = {
  /** Id of the user (UUID). */
  readonly id: string
  /** Username. */
  readonly username: string
  /** Email address, or empty. */
  readonly email: string
  /** True: the user is an administrator. */
  readonly is_admin: boolean
  /** Number of wallets. */
  readonly wallet_count: number
  /** Time of creation, ISO 8601. */
  readonly created_at: string
  /** Role of the account. */
  readonly role: "user" | "admin" | "super-user"
  /** True: disabled. It cannot log in, and its tokens and wallet keys are rejected. */
  readonly disabled: boolean
  /** Time of the last log-in, Unix seconds; null = not known. */
  readonly last_login_at: number | null
  /** Second factors that its log-in requires. */
  readonly second_factor: readonly ("totp" | "passkey")[]
  /** Total of its wallets, millisatoshis; null unless `balances` was requested. */
  readonly balance_msat: number | null
}

/** One problem with a request. */
export type ValidationError = {
  /** Code of the problem, for programs. */
  readonly type: string
  /** Place: `path`, `query` or `body`, then names and list positions. */
  readonly loc: readonly (string | number)[]
  /** Problem, human-readable. */
  readonly msg: string
  /** Input, if it is short; absent for a body with a secret. */
  readonly input?: unknown
  /** Bounds and choices in the message. */
  readonly ctx?: Readonly<Record<string, unknown>>
}

/** A wallet. */
export type Wallet = {
  /** Id of the wallet. */
  readonly id: string
  /** Name of the wallet. */
  readonly name: string
  /** Spendable balance, millisatoshis. 0 for a guest without `view-payments`. */
  readonly balance: number
  /** Admin key: reads, receives, sends. Empty for callers with the invoice key, an ACL token or a session. */
  readonly adminkey: string
  /** Invoice key: reads and receives. Empty for an ACL token or a session. */
  readonly inkey: string
  /** Icon of the wallet, if its owner has set one. */
  readonly icon?: "bolt" | "car" | "coins" | "cup" | "gift" | "heart" | "home" | "music" | "people" | "plane" | "school" | "shop" | "star" | "tools" | "wallet"
  /** Colour of its icon, if its owner has set one. */
  readonly color?: "blue" | "brown" | "green" | "grey" | "orange" | "pink" | "purple" | "red"
  /** Position in the list of its owner, from 0; wallets without one follow. */
  readonly position?: number
  /** Currency in which its balance is shown, if not that of the account. */
  readonly currency?: string
  /** Only for a wallet shared with you: id of the share. */
  readonly share_id?: string
  /** Only for a wallet shared with you: permissions of you and its keys. */
  readonly permissions?: readonly string[]
}

/** The keys of a wallet. */
export type WalletKeys = {
  /** Admin key: reads, receives, sends. */
  readonly adminkey: string
  /** Invoice key: reads and receives. */
  readonly inkey: string
}

/** A page of wallets. */
export type WalletPage = {
  /** One page: your wallets in your order, then shared ones. */
  readonly data: readonly Wallet[]
  /** Number of matches. */
  readonly total: number
}

/** Wallet shared with a guest, or an invitation to it. */
export type WalletShare = {
  /** Id of the invitation, and later of the share: `share_id`. */
  readonly share_request_id: string
  /** Id of the wallet. */
  readonly wallet_id: string
  /** Username of the guest. */
  readonly username: string
  /** Permissions of the guest. */
  readonly permissions: readonly string[]
  /** `pending` until the guest accepts, then `accepted`. */
  readonly status: string
  /** Name of the wallet. */
  readonly wallet_name: string
  /** Username of its owner. */
  readonly owner: string
  /** Time of the invitation, ISO 8601. */
  readonly created_at: string
}

/** Succeeded payments of one wallet. */
export type WalletStatistics = {
  /** Id of the wallet. */
  readonly wallet_id: string
  /** Name of the wallet. */
  readonly wallet_name: string
  /** Received, satoshis. */
  readonly total_income: number
  /** Sent, satoshis without fees. */
  readonly total_spending: number
  /** Number of succeeded payments. */
  readonly payment_count: number
}

export type WatchonlyItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Name of the wallet. */
  readonly title?: string
  /** Extended public key (xpub, ypub, zpub, tpub, upub, vpub), an output descriptor with one, or the JSON of a Specter wallet. Private keys are rejected. Cannot be changed later. */
  readonly masterpub?: string
  /** Type of addresses; default by the key, p2pkh for xpub and tpub. Cannot be changed later. */
  readonly type?: string
  /** Default mainnet, or testnet for keys of test networks. Cannot be changed later. */
  readonly network?: string
  /** Gap limit: unused receive addresses in a row that end a scan. */
  readonly gap_receive?: number
  /** Gap limit for change addresses. */
  readonly gap_change?: number
  /** Fingerprint of the key that signers know: the root of the descriptor, else this key. Hex. */
  readonly fingerprint?: string
  /** Index of the next receive address. */
  readonly address_index?: number
  /** Index after the last used receive address at the last scan. */
  readonly used_index?: number
  /** Warning if more receive addresses than `gap_receive` were given out since the last used one: other wallets with the key may not scan that far. */
  readonly gap_warning?: string
  /** Index of the next change address. */
  readonly change_index?: number
  /** Confirmed balance at the last scan, satoshis. */
  readonly balance?: number
  /** Unconfirmed change of the balance, satoshis; negative if it is spent. */
  readonly pending?: number
  /** Time of the last scan, ISO 8601. */
  readonly scanned_at?: string
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
}

/** Webhook call with its state. */
export type WebhookDelivery = {
  /** Id of the call: the `webhook-id` header of each attempt, by which receivers detect repeats. */
  readonly id: string
  /** `payment_received`, `payment_sent` or `payment_failed`. */
  readonly event: string
  /** Checking id of the payment. */
  readonly checking_id: string
  /** Webhook URL of the payment. */
  readonly url: string
  /** `waiting`: due now or later. `delivered`: the receiver answered 2xx. `given-up`: all attempts failed. `refused`: it answered 410. */
  readonly state: "waiting" | "delivered" | "given-up" | "refused"
  /** Number of attempts; a redelivery resets it. */
  readonly attempts: number
  /** HTTP status of the last attempt; null when there was no answer. */
  readonly last_status: number | null
  /** Reason why the last attempt failed, human-readable; null = it did not fail. */
  readonly last_error: string | null
  /** The same in one word: `answered` (see `last_status`), `blocked`, `timeout`, `dns`, `refused`, `unreachable`, `tls`, `reset`, `not_http`, `too_large` or `other`. */
  readonly last_error_code: string | null
  /** Time of queueing, Unix seconds. */
  readonly created_at: number
  /** Time of the last delivery, Unix seconds; null = not delivered. */
  readonly delivered_at: number | null
  /** Time of the next attempt, Unix seconds; null = none. */
  readonly next_attempt_at: number | null
}

export type WithdrawItem = {
  /** Id of the item. */
  readonly id?: string
  /** Id of its wallet. */
  readonly wallet?: string
  /** Title that the receiving wallet shows. */
  readonly title?: string
  /** Smallest amount per use, satoshis. */
  readonly min_withdrawable?: number
  /** Largest amount per use, satoshis. */
  readonly max_withdrawable?: number
  /** Maximum number of uses; at least `used`. */
  readonly uses?: number
  /** Minimum time between two uses, seconds. */
  readonly wait_time?: number
  /** True: a separate voucher for each use, instead of one link for all. Cannot be changed later. */
  readonly is_unique?: boolean
  /** False: withdrawals are rejected. */
  readonly enabled?: boolean
  /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
  readonly webhook_url?: string
  /** Additional headers of the webhook: an object of at most 20 texts. Only with the admin key. */
  readonly webhook_headers?: unknown
  /** JSON that the webhook carries as `body`. */
  readonly webhook_body?: unknown
  /** URL (https) of a picture for printed vouchers. */
  readonly custom_url?: string
  /** Number of uses paid or in flight. */
  readonly used?: number
  /** Time of the last use, Unix seconds; 0 = never. */
  readonly open_time?: number
  /** Id of the link in its public URLs. */
  readonly hash?: string
  /** The link as LNURL: anyone who has it can withdraw. Each voucher has its own, in the CSV. */
  readonly lnurl?: string
  /** Codes of the unused vouchers: each can be withdrawn by anyone who has it. Only with the admin key. */
  readonly codes?: readonly string[]
  /** Time of creation, ISO 8601. */
  readonly created_at?: string
  /** Time of the last change, ISO 8601. */
  readonly updated_at?: string
  /** URL of its page. */
  readonly page_url?: string
  /** URL of the page as a QR code (SVG). */
  readonly qr_url?: string
}

/** What each operation asks for and answers, by its `operationId`. */
export interface Operations {
  /** Accept a payment made directly at the node */
  acceptNodePayment: {
    path: { payment_hash: string }
    body: {
      /** Reason for the audit log. */
      readonly reason: string
      /** Amount without the fee. Required if this service has no payment with this hash. */
      readonly amount_msat?: number
      /** Fee. Required if the node does not report it. */
      readonly fee_msat?: number
      /** True: also if the node does not confirm that it paid. */
      readonly force?: boolean
    }
    answer: {
      /** Payment hash. */
      readonly payment_hash: string
      /** Amount booked, without the fee. */
      readonly amount_msat: number
      /** Fee booked. */
      readonly fee_msat: number
      /** Time of booking, Unix seconds. */
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
      /** True: acknowledge. False: reopen. */
      readonly acknowledged: boolean
    }
    answer: Alarm
  }
  /** Activate the authenticator app */
  activateTotp: {
    body: {
      /** Current six digits of the authenticator app; each code is accepted once. */
      readonly totp: string
    }
    answer: {
      /** Ten codes, shown once: each replaces the second factor in one log-in. Store them apart from it. */
      readonly recovery_codes: readonly string[]
    }
  }
  /** Add a passkey */
  addPasskey: {
    body: {
      /** Name that you give it. */
      readonly name: string
      readonly passkey: NewPasskeyCredential
    }
    answer: {
      /** Credential id, base64url. */
      readonly id: string
      /** Name that you gave it. */
      readonly name: string
      /** True: synchronised, so that your other devices may have it. */
      readonly backed_up: boolean
      /** Time of creation, Unix seconds. */
      readonly created_at: number
      /** Time of the last use, Unix seconds; null = never. */
      readonly last_used_at: number | null
      /** Ten codes, shown once: each replaces the second factor in one log-in. Store them apart from it. */
      readonly recovery_codes?: readonly string[]
    }
  }
  /** Get play money */
  addPlayBalance: {
    query?: { wallet_id?: string }
    body?: {
      /** Amount, satoshis. */
      readonly amount?: number
      /** Memo of the payment in the history. */
      readonly memo?: string
    }
    answer: {
      /** Payment hash of the receipt. */
      readonly checking_id: string
      /** SHA-256 of the preimage, 64 lower-case hex characters. */
      readonly payment_hash: string
      /** Amount, satoshis. */
      readonly amount: number
      /** Balance of the wallet after it, millisatoshis. */
      readonly balance: number
    }
  }
  /** Subscribe a browser to messages */
  addPushSubscription: {
    body: {
      /** URL at the push service of the browser. */
      readonly endpoint: string
      /** Keys of the browser. */
      readonly keys: {
        /** Public key of the browser. */
        readonly p256dh: string
        /** Authentication secret of the browser. */
        readonly auth: string
      }
      /** Language of the messages. */
      readonly locale?: string
      /** Ignored. */
      readonly expirationTime?: number | null
    }
    answer: {
      /** Id of the subscription. */
      readonly id: string
    }
  }
  /** Change a user's balance */
  adjustUserBalance: {
    path: { user_id: string }
    body: {
      /** Amount, satoshis: positive adds, negative subtracts, not zero. */
      readonly amount: number
    }
    answer: {
      /** Id of the user (UUID). */
      readonly user_id: string
      /** New balance, millisatoshis. */
      readonly new_balance: number
    }
  }
  /** Start a log-in with a passkey */
  beginPasskeyLogin: {
    body?: {
      /** From the 401 of a log-in that needs only the second factor; valid for 5 minutes. */
      readonly ticket?: string
    }
    answer: PasskeyLoginOptions
  }
  /** Start a log-in by a provider */
  beginProviderLogin: {
    path: { provider: string }
    query?: { code_challenge?: string; next?: string }
    answer: undefined
  }
  /** Start a step-up with a passkey */
  beginStepUpByPasskey: {
    answer: PasskeyLoginOptions
  }
  /** Create a device */
  bitcoinswitchCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Title of the device. */
      readonly title: string
      /** Currency of the prices: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** Switches of the device. */
      readonly switches: readonly {
        /** Pin of the device; each pin once. */
        readonly pin: number
        /** Price, in `currency`; converted at payment. */
        readonly amount: number
        /** How long the pin is on, milliseconds. */
        readonly duration: number
        /** True: up to 100 times the price may be paid, for as many times the duration (at most an hour). */
        readonly variable?: boolean
        /** True: the payer may send a comment, which the device receives. */
        readonly comment?: boolean
        /** Label of the switch, shown to payers: `Coffee`. */
        readonly label?: string
      }[]
      /** Required word: a payment must have it in its comment, as whole words. */
      readonly password?: string
      /** True: the device takes no payments. */
      readonly disabled?: boolean
      /** True: wallets are asked not to store the pay links (LUD-11). */
      readonly disposable?: boolean
      /** True: payments are rejected while no device is connected. */
      readonly require_device?: boolean
      /** True: devices connect without `device_token`, so that anyone who knows the id can listen. For devices that were made for LNbits. */
      readonly open_socket?: boolean
      /** Id of one of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: BitcoinswitchItem & {
      /** Secret that the device connects with: `/bitcoinswitch/ws/{id}?token=…`. Shown once. */
      readonly device_token?: string
    }
  }
  /** Delete a device */
  bitcoinswitchDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Read a device */
  bitcoinswitchGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: BitcoinswitchItem
  }
  /** List the triggers of a device */
  bitcoinswitchGetIdTriggers: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Id of the trigger. */
      readonly event?: string
      /** Hash of the payment; absent for a test. */
      readonly payment_hash?: string
      /** Pin of the switch. */
      readonly pin?: number
      /** How long the pin is on, milliseconds. */
      readonly duration?: number
      /** Comment of the payer. */
      readonly comment?: string
      /** Amount paid, satoshis. */
      readonly amount?: number
      /** Trigger state. */
      readonly state?: string
      /** Time of the trigger, ISO 8601. */
      readonly time?: string
    }[]
  }
  /** Pay for a switch */
  bitcoinswitchGetLnurlId: {
    path: { id: string }
    query?: { pin?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a switch: get an invoice */
  bitcoinswitchGetLnurlIdCb: {
    path: { id: string }
    query?: { pin?: string; amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a switch: get an invoice */
  bitcoinswitchGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { pin?: string; amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Read the public part of a device */
  bitcoinswitchGetPublicId: {
    path: { id: string }
    answer: {
      /** Id of the device. */
      readonly id?: string
      /** Title of the device. */
      readonly title?: string
      /** Currency of the prices: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** True: a device is connected. */
      readonly online?: boolean
      /** Switches of the device. */
      readonly switches?: readonly {
        /** Pin of the switch. */
        readonly pin?: number
        /** Label of the switch, shown to payers. */
        readonly label?: string
        /** Price, in `currency`. */
        readonly amount?: number
        /** True: up to 100 times price and duration may be paid. */
        readonly variable?: boolean
        /** Pay link (LNURL). */
        readonly lnurl?: string
      }[]
    }
  }
  /** Check whether an invoice of a page is paid */
  bitcoinswitchGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  bitcoinswitchGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the devices of the wallet */
  bitcoinswitchList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly BitcoinswitchItem[]
  }
  /** Trigger a switch without payment */
  bitcoinswitchPostIdTrigger: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Pin of the switch. */
      readonly pin: number
    }
    answer: {
      /** Id of the trigger. */
      readonly event?: string
      /** Pin of the switch. */
      readonly pin?: number
      /** How long the pin is on, milliseconds. */
      readonly duration?: number
    }
  }
  /** Change a device */
  bitcoinswitchUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Title of the device. */
      readonly title?: string
      /** Currency of the prices: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** Switches of the device. */
      readonly switches?: readonly {
        /** Pin of the device; each pin once. */
        readonly pin: number
        /** Price, in `currency`; converted at payment. */
        readonly amount: number
        /** How long the pin is on, milliseconds. */
        readonly duration: number
        /** True: up to 100 times the price may be paid, for as many times the duration (at most an hour). */
        readonly variable?: boolean
        /** True: the payer may send a comment, which the device receives. */
        readonly comment?: boolean
        /** Label of the switch, shown to payers: `Coffee`. */
        readonly label?: string
      }[]
      /** Required word: a payment must have it in its comment, as whole words. */
      readonly password?: string | null
      /** True: the device takes no payments. */
      readonly disabled?: boolean
      /** True: wallets are asked not to store the pay links (LUD-11). */
      readonly disposable?: boolean
      /** True: payments are rejected while no device is connected. */
      readonly require_device?: boolean
      /** True: devices connect without `device_token`, so that anyone who knows the id can listen. For devices that were made for LNbits. */
      readonly open_socket?: boolean
    }
    answer: BitcoinswitchItem
  }
  /** Create a card */
  boltcardsCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Name of the card. */
      readonly card_name: string
      /** The UID of the chip, 14 hex digits. */
      readonly uid: string
      /** Maximum per tap, satoshis. */
      readonly tx_limit: number
      /** Maximum per day (in `timezone`), satoshis with routing fees. At least `tx_limit`. */
      readonly daily_limit: number
      /** From this amount on, satoshis, a payment needs the PIN; 0 = every payment. Absent or null: no PIN. */
      readonly pin_limit?: number
      /** PIN of the card, 4 to 8 digits. Required with `pin_limit`, and removed with it. Never shown. */
      readonly pin?: string
      /** False: the card does not pay. */
      readonly enable?: boolean
      /** IANA time zone in which a day begins: `Europe/Rome`. */
      readonly timezone?: string
      /** Key 0 (changes the card), 32 hex digits; generated if absent. */
      readonly k0?: string
      /** Key 1 (encrypts UID and counter), 32 hex digits; generated if absent. */
      readonly k1?: string
      /** Key 2 (signs a tap), 32 hex digits; generated if absent. */
      readonly k2?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: BoltcardsItem & {
      /** One-time code that gives the keys to the programming app, within 10 minutes: `/boltcards/auth?a=…`. Shown once. */
      readonly otp?: string
    }
  }
  /** Delete a card */
  boltcardsDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Read a card */
  boltcardsGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: BoltcardsItem
  }
  /** Get the keys of a card, for the programming app */
  boltcardsGetAuth: {
    query?: { a?: string }
    answer: {
      /** Constant: `new_bolt_card_response`. */
      readonly protocol_name?: string
      /** Constant: 1. */
      readonly protocol_version?: number
      /** Constant: 1. */
      readonly id?: number
      /** Name of the card. */
      readonly card_name?: string
      /** Address written to the card, without `?p=…&c=…`. */
      readonly lnurlw_base?: string
      /** UID of the chip, 14 hex digits. */
      readonly uid?: string
      /** Key 0 (changes the card), 32 hex digits. */
      readonly k0?: string
      /** Key 1 (encrypts UID and counter), 32 hex digits. */
      readonly k1?: string
      /** Key 2 (signs a tap), 32 hex digits. */
      readonly k2?: string
      /** Key 3: same as key 1. */
      readonly k3?: string
      /** Key 4: same as key 2. */
      readonly k4?: string
      /** Key 0 before the last change. */
      readonly prev_k0?: string
      /** Key 1 before the last change. */
      readonly prev_k1?: string
      /** Key 2 before the last change. */
      readonly prev_k2?: string
    }
  }
  /** List the taps of a card */
  boltcardsGetIdHits: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Counter of the card before the tap. */
      readonly old_counter?: number
      /** Counter of the card at the tap. */
      readonly new_counter?: number
      /** Amount paid, satoshis; 0 = nothing. */
      readonly amount?: number
      /** True: paid, or in flight. */
      readonly spent?: boolean
      /** Time of the tap, ISO 8601. */
      readonly time?: string
    }[]
  }
  /** List the refunds to a card */
  boltcardsGetIdRefunds: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Hash of the refund payment. */
      readonly payment_hash?: string
      /** Amount refunded, satoshis. */
      readonly amount?: number
      /** Time of the refund, ISO 8601. */
      readonly time?: string
    }[]
  }
  /** Collect from a tapped card: request the payout */
  boltcardsGetLnurlHitCb: {
    path: { hit: string }
    query?: { pin?: string; k1?: string; pr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Refund a payment of a card */
  boltcardsGetRefundHit: {
    path: { hit: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Refund a payment of a card: get an invoice */
  boltcardsGetRefundHitCb: {
    path: { hit: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Refund a payment of a card: get an invoice */
  boltcardsGetRefundHitCbOffer: {
    path: { hit: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Read a tapped card */
  boltcardsGetScanExternalId: {
    path: { external_id: string }
    query?: { p?: string; c?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Check whether an invoice of a page is paid */
  boltcardsGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  boltcardsGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the cards of the wallet */
  boltcardsList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly BoltcardsItem[]
  }
  /** Get the keys of a card by its UID, for the programming app */
  boltcardsPostAuth: {
    query?: { a?: string; wipe?: boolean }
    body?: {
      /** UID of the chip, 14 hex digits. */
      readonly UID?: string
      /** Address to write to the card; ignored. */
      readonly LNURLW?: string
    }
    answer: {
      /** Constant: `NEW_BOLT_CARD_RESPONSE`. */
      readonly PROTOCOL_NAME?: string
      /** Constant: 1. */
      readonly PROTOCOL_VERSION?: string
      /** Constant: 1. */
      readonly ID?: string
      /** Name of the card. */
      readonly CARD_NAME?: string
      /** Address written to the card, without `?p=…&c=…`. */
      readonly LNURLW_BASE?: string
      /** Same as `LNURLW_BASE`. */
      readonly LNURLW?: string
      /** Key 0 (changes the card), 32 hex digits. */
      readonly K0?: string
      /** Key 1 (encrypts UID and counter), 32 hex digits. */
      readonly K1?: string
      /** Key 2 (signs a tap), 32 hex digits. */
      readonly K2?: string
      /** Key 3: same as key 1. */
      readonly K3?: string
      /** Key 4: same as key 2. */
      readonly K4?: string
      /** `wipe` if the request asked for it; otherwise absent. */
      readonly action?: string
    }
  }
  /** Replace the keys of a card */
  boltcardsPostIdRekey: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** One-time code for `/boltcards/auth?a=…`. */
      readonly otp?: string
      /** When the `otp` expires, Unix seconds. */
      readonly otp_expires_at?: number
    }
  }
  /** Get the data that resets a card */
  boltcardsPostIdWipe: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Constant: 1. */
      readonly version?: number
      /** Constant: `wipe`. */
      readonly action?: string
      /** Constant: 1. */
      readonly id?: number
      /** UID of the chip, 14 hex digits. */
      readonly uid?: string
      /** Key 0 (changes the card), 32 hex digits. */
      readonly k0?: string
      /** Key 1 (encrypts UID and counter), 32 hex digits. */
      readonly k1?: string
      /** Key 2 (signs a tap), 32 hex digits. */
      readonly k2?: string
      /** Key 3: same as key 1. */
      readonly k3?: string
      /** Key 4: same as key 2. */
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
      /** Name of the card. */
      readonly card_name?: string
      /** The UID of the chip, 14 hex digits. */
      readonly uid?: string
      /** Maximum per tap, satoshis. */
      readonly tx_limit?: number
      /** Maximum per day (in `timezone`), satoshis with routing fees. At least `tx_limit`. */
      readonly daily_limit?: number
      /** From this amount on, satoshis, a payment needs the PIN; 0 = every payment. Absent or null: no PIN. */
      readonly pin_limit?: number | null
      /** PIN of the card, 4 to 8 digits. Required with `pin_limit`, and removed with it. Never shown. */
      readonly pin?: string | null
      /** False: the card does not pay. */
      readonly enable?: boolean
      /** IANA time zone in which a day begins: `Europe/Rome`. */
      readonly timezone?: string
      /** Key 0 (changes the card), 32 hex digits; generated if absent. */
      readonly k0?: string | null
      /** Key 1 (encrypts UID and counter), 32 hex digits; generated if absent. */
      readonly k1?: string | null
      /** Key 2 (signs a tap), 32 hex digits; generated if absent. */
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
      /** Name, 1 to 64 characters. */
      readonly name?: string
      /** Each `METHOD /path`, with the path as in `/openapi.json`, or with the id of one object filled in; `POST /api/v1/payments receive` allows invoices only. `GET /api/v1/auth/acls/endpoints` lists them. */
      readonly allowed_endpoints?: readonly string[]
    }
    answer: Acl
  }
  /** Change a contact */
  changeContact: {
    path: { id: string }
    body: {
      /** Name, 1 to 100 characters. */
      readonly name?: string
      /** A Lightning address, or an LNURL to pay, also in a text around it. */
      readonly target?: string
      /** Note for yourself: at most 2,000 characters. */
      readonly note?: string
    }
    answer: Contact
  }
  /** Change your password */
  changePassword: {
    body: {
      /** Current password. */
      readonly password_old?: string
      /** 8 to 128 characters of any kind. */
      readonly password: string
      /** Same password again. */
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
      /** Unit in which amounts are typed and shown first. */
      readonly unit?: "sat" | "fiat"
      /** Colour scheme. */
      readonly theme?: "system" | "light" | "dark"
      /** Id of the wallet that opens first, yours or shared with you; null = the oldest. */
      readonly start_wallet_id?: string | null
      /** True: balances are hidden until you show them. */
      readonly hide_balance?: boolean
      /** True: sends messages about received payments. */
      readonly notify?: boolean
      /** Smallest received payment that sends a message, satoshis. */
      readonly notify_min_sats?: number
      /** True: messages also go to your verified email address. */
      readonly notify_mail?: boolean
      /** True: messages also go to your verified key over Nostr. */
      readonly notify_nostr?: boolean
      /** For super users. True: sends messages about alarms. */
      readonly notify_operator?: boolean
    }
    answer: {
      /** Language tag (BCP 47), such as `en` or `pt-BR`; null = that of the browser. */
      readonly locale: string | null
      /** One of `GET /api/v1/currencies`; null = none chosen. */
      readonly currency: string | null
      /** Unit in which amounts are typed and shown first. */
      readonly unit: "sat" | "fiat"
      /** Colour scheme. */
      readonly theme: "system" | "light" | "dark"
      /** Id of the wallet that opens first, yours or shared with you; null = the oldest. */
      readonly start_wallet_id: string | null
      /** True: balances are hidden until you show them. */
      readonly hide_balance: boolean
      /** True: sends messages about received payments. */
      readonly notify: boolean
      /** Smallest received payment that sends a message, satoshis. */
      readonly notify_min_sats: number
      /** True: messages also go to your verified email address. */
      readonly notify_mail: boolean
      /** True: messages also go to your verified key over Nostr. */
      readonly notify_nostr: boolean
      /** For super users. True: sends messages about alarms. */
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
  /** Change the permissions of a guest */
  changeWalletShare: {
    path: { id: string }
    body: {
      /** `view-payments`, `receive-payments`, `send-payments`: one or more. */
      readonly permissions: readonly ("view-payments" | "receive-payments" | "send-payments")[]
    }
    answer: WalletShare
  }
  /** Audit the books now */
  checkBooks: {
    answer: {
      /** Time of the audit, Unix seconds. */
      readonly checked_at: number
      /** Violations, at most 100. Empty: the books are right to the millisatoshi. */
      readonly violations: readonly {
        /** Number of the violated rule. */
        readonly rule: string
        /** Id of the wallet, payment or account. */
        readonly about: string
        /** Problem, as text. */
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
      /** Amount in units of `from`. */
      readonly amount: number
    }
    answer: {
      /** Result in units of `to`. */
      readonly result: number
    }
  }
  /** Create an overlay */
  copilotCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Title of the overlay, also shown to viewers. */
      readonly title: string
      /** Animations with the amounts that play them, in ascending order. */
      readonly animations?: readonly {
        /** Name of the animation. */
        readonly name: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
        /** Smallest payment that plays it, satoshis; each amount once. */
        readonly threshold: number
        /** Webhook URL, called for each payment that plays it (`POST`, JSON, signed, retried). */
        readonly webhook_url?: string
      }[]
      /** Instead of `animations`: name of the animation. */
      readonly animation1?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
      /** Instead of `animations`: smallest payment that plays it, satoshis. */
      readonly animation1threshold?: number
      /** Instead of `animations`: webhook URL. */
      readonly animation1webhook?: string
      /** Instead of `animations`: name of the animation. */
      readonly animation2?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
      /** Instead of `animations`: smallest payment that plays it, satoshis. */
      readonly animation2threshold?: number
      /** Instead of `animations`: webhook URL. */
      readonly animation2webhook?: string
      /** Instead of `animations`: name of the animation. */
      readonly animation3?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
      /** Instead of `animations`: smallest payment that plays it, satoshis. */
      readonly animation3threshold?: number
      /** Instead of `animations`: webhook URL. */
      readonly animation3webhook?: string
      /** True: viewers can pay by LNURL; the overlay shows its QR code. */
      readonly lnurl_toggle?: boolean
      /** Description that payers see; default the title. */
      readonly lnurl_title?: string
      /** True: the overlay shows comments of payers. */
      readonly show_message?: boolean
      /** True: the overlay thanks for each payment and shows its amount. */
      readonly show_ack?: boolean
      /** Currency in which the overlay shows the bitcoin price. Empty: no price. */
      readonly show_price?: string
      /** True: the streaming computer’s camera fills the overlay. */
      readonly fullscreen_cam?: boolean
      /** URL (https) of a page that fills the overlay; it has no rights on this service. */
      readonly iframe_url?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read an overlay */
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
  /** Pay to an overlay: get an invoice */
  copilotGetLnurlIdCb: {
    path: { id: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay to an overlay: get an invoice */
  copilotGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Open the overlay, for a browser source */
  copilotGetOverlayId: {
    path: { id: string }
    answer: string
  }
  /** Open the page of an overlay, for viewers */
  copilotGetPId: {
    path: { id: string }
    answer: string
  }
  /** Open the control panel of an overlay */
  copilotGetPanelId: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: string
  }
  /** Read the public part of an overlay */
  copilotGetPublicId: {
    path: { id: string }
    answer: {
      /** Id of the overlay. */
      readonly id?: string
      /** Title of the overlay, also shown to viewers. */
      readonly title?: string
      /** Animations with the amounts that play them. */
      readonly animations?: readonly {
        /** Name of the animation. */
        readonly name?: string
        /** Smallest payment that plays it, satoshis. */
        readonly threshold?: number
      }[]
      /** Pay link (LNURL); absent if `lnurl_toggle` is false. */
      readonly lnurl?: string
      /** Bitcoin price; absent if it is not shown or not known. */
      readonly price?: string
    }
  }
  /** Check whether an invoice of a page is paid */
  copilotGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  copilotGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the overlays of the wallet */
  copilotList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly CopilotItem[]
  }
  /** Play an animation as a test */
  copilotPostIdPlay: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Name of the animation. */
      readonly animation: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
      /** Comment, as a payer would send it. */
      readonly comment?: string
    }
    answer: {
      /** Confirmation, as text. */
      readonly detail?: string
    }
  }
  /** Change an overlay */
  copilotUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Title of the overlay, also shown to viewers. */
      readonly title?: string
      /** Animations with the amounts that play them, in ascending order. */
      readonly animations?: readonly {
        /** Name of the animation. */
        readonly name: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket"
        /** Smallest payment that plays it, satoshis; each amount once. */
        readonly threshold: number
        /** Webhook URL, called for each payment that plays it (`POST`, JSON, signed, retried). */
        readonly webhook_url?: string
      }[]
      /** Instead of `animations`: name of the animation. */
      readonly animation1?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket" | null
      /** Instead of `animations`: smallest payment that plays it, satoshis. */
      readonly animation1threshold?: number | null
      /** Instead of `animations`: webhook URL. */
      readonly animation1webhook?: string | null
      /** Instead of `animations`: name of the animation. */
      readonly animation2?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket" | null
      /** Instead of `animations`: smallest payment that plays it, satoshis. */
      readonly animation2threshold?: number | null
      /** Instead of `animations`: webhook URL. */
      readonly animation2webhook?: string | null
      /** Instead of `animations`: name of the animation. */
      readonly animation3?: "bitcoin" | "confetti" | "fireworks" | "hearts" | "lightning" | "rocket" | null
      /** Instead of `animations`: smallest payment that plays it, satoshis. */
      readonly animation3threshold?: number | null
      /** Instead of `animations`: webhook URL. */
      readonly animation3webhook?: string | null
      /** True: viewers can pay by LNURL; the overlay shows its QR code. */
      readonly lnurl_toggle?: boolean
      /** Description that payers see; default the title. */
      readonly lnurl_title?: string | null
      /** True: the overlay shows comments of payers. */
      readonly show_message?: boolean
      /** True: the overlay thanks for each payment and shows its amount. */
      readonly show_ack?: boolean
      /** Currency in which the overlay shows the bitcoin price. Empty: no price. */
      readonly show_price?: string
      /** True: the streaming computer’s camera fills the overlay. */
      readonly fullscreen_cam?: boolean
      /** URL (https) of a page that fills the overlay; it has no rights on this service. */
      readonly iframe_url?: string | null
    }
    answer: CopilotItem
  }
  /** Create an access list */
  createAcl: {
    body: {
      /** Name, 1 to 64 characters. */
      readonly name: string
      /** Each `METHOD /path`, with the path as in `/openapi.json`, or with the id of one object filled in; `POST /api/v1/payments receive` allows invoices only. `GET /api/v1/auth/acls/endpoints` lists them. */
      readonly allowed_endpoints: readonly string[]
    }
    answer: Acl
  }
  /** Create a token of an access list */
  createAclToken: {
    path: { acl_id: string }
    body?: {
      /** Name, at most 64 characters. */
      readonly name?: string
      /** Validity, minutes; absent = no expiry. At most ten years. */
      readonly expires_in_minutes?: number
      /** Budget per period, satoshis. Requires `budget_period`. */
      readonly budget_sats?: number
      /** `day`, `week` or `month`. Together with `budget_sats`. */
      readonly budget_period?: "day" | "week" | "month"
    }
    answer: {
      /** Id of the token: `token_id`. */
      readonly id: string
      /** Token. Store it: it is not shown again. */
      readonly token: string
      /** Id of the access list. */
      readonly acl_id: string
      /** Name, or empty. */
      readonly name: string
      /** The only wallet it acts on; null = all of yours. */
      readonly wallet_id: string | null
      /** Satoshis in each period; null = no limit. */
      readonly budget_sats: number | null
      /** `day`, `week` or `month`; null = no limit. */
      readonly budget_period: string | null
      /** Time of creation, ISO 8601. */
      readonly created_at: string
      /** ISO 8601; null = never. */
      readonly expires_at: string | null
    }
  }
  /** Create a contact */
  createContact: {
    body: {
      /** Name, 1 to 100 characters. */
      readonly name: string
      /** A Lightning address, or an LNURL to pay, also in a text around it. */
      readonly target: string
      /** Note for yourself: at most 2,000 characters. */
      readonly note?: string
    }
    answer: Contact
  }
  /** Create a link for one download */
  createDownloadLink: {
    body: {
      /** Path to download: the backup, or the export of payments with its query. */
      readonly path: string
    }
    answer: {
      /** URL for one `GET` within 60 seconds. */
      readonly url: string
      /** When the link expires, Unix seconds. */
      readonly expires_at: number
    }
  }
  /** Create an invitation link */
  createInvitation: {
    body: {
      /** Note about the recipient, for administrators only. */
      readonly note?: string
    }
    answer: {
      /** Id, for `DELETE /users/api/v1/invitations/{id}`. */
      readonly id: string
      /** Token; shown once, the database has a digest. */
      readonly token: string
      /** URL of the page of the web app that uses it. */
      readonly url: string
      /** When the link expires, Unix seconds. */
      readonly expires_at: number
    }
  }
  /** Create an invoice, or pay one */
  createPayment: {
    query?: { wallet_id?: string }
    body: CreatePayment
    answer: CreatedPayment
  }
  /** Create a password reset link */
  createResetLink: {
    path: { user_id: string }
    answer: {
      /** Id, for `DELETE /users/api/v1/invitations/{id}`. */
      readonly id: string
      /** Token; shown once, the database has a digest. */
      readonly token: string
      /** URL of the page of the web app that uses it. */
      readonly url: string
      /** When the link expires, Unix seconds. */
      readonly expires_at: number
    }
  }
  /** Create a short link */
  createShortLink: {
    query?: { wallet_id?: string }
    body: {
      /** Target: an http or https URL, at most 2048 characters. */
      readonly url: string
    }
    answer: ShortLink
  }
  /** Create an account for a user */
  createUser: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, not case-sensitive. */
      readonly username: string
      /** 8 to 128 characters of any kind. */
      readonly password: string
      /** Email address; empty = none. */
      readonly email?: string
    }
    answer: {
      /** Id of the user (UUID). */
      readonly id: string
      /** Username. */
      readonly username: string
      /** Email address, or empty. */
      readonly email: string
    }
  }
  /** Create a wallet */
  createWallet: {
    body?: {
      /** Name, 1 to 64 characters. */
      readonly name?: string
    }
    answer: Wallet
  }
  /** Decode a payment request */
  decodeInvoice: {
    body: {
      /** Text with a BOLT11 invoice, an LNURL or a Lightning address, with or without `lightning:`; a `bitcoin:` link, a bitcoin address or a BOLT12 offer. */
      readonly data: string
    }
    answer: {
      /** Kind: an invoice has all fields from `bolt11` to `min_final_cltv_expiry_delta`, an LNURL and a Lightning address `url` and `domain`, a bitcoin address `address`, `network`, `amount`, `label` and `message`, a BOLT12 offer `offer`. */
      readonly kind: "bolt11" | "lnurl" | "lightning_address" | "onchain" | "bolt12"
      /** The Lightning address, in lower case, or the bitcoin address. */
      readonly address?: string
      /** URL that the LNURL encodes. */
      readonly url?: string
      /** Domain of that URL. */
      readonly domain?: string
      /** The invoice alone, in lower case. */
      readonly bolt11?: string
      /** Payment hash, 64 hex characters. */
      readonly payment_hash?: string
      /** Amount; null if the invoice has none. */
      readonly amount_msat?: number | null
      /** Description by the payee. */
      readonly description?: string
      /** Description hash, instead of a description. */
      readonly description_hash?: string | null
      /** Time of creation, Unix seconds. */
      readonly date?: number
      /** Validity from `date` on, seconds. */
      readonly expiry?: number
      /** Public key of the payee's node, 33 bytes in hex. */
      readonly payee?: string
      /** `bc`, `tb`, `tbs`, `bcrt` or `sb`. */
      readonly network?: string
      /** Number of blocks. */
      readonly min_final_cltv_expiry_delta?: number
      /** Amount of a `bitcoin:` link, satoshis. */
      readonly amount?: number | null
      /** Name of the payee in the `bitcoin:` link. */
      readonly label?: string | null
      /** Purpose of the payment in the `bitcoin:` link. */
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
      /** Current password. */
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
  /** Read the description of the owner pages of an extension */
  describeExtension: {
    path: { ext_id: string }
    query?: { language?: "en" | "de" | "es" | "ar"; wallet_id?: string }
    answer: ExtensionDescription
  }
  /** Describe the settings */
  describeSettings: {
    answer: readonly {
      /** Name as in `PUT /api/v1/admin/settings`. */
      readonly name: string
      /** Group of the setting. */
      readonly group: "site" | "accounts" | "amounts" | "in-flight" | "fees" | "requests"
      /** `choices`: several of `options`; `list`: several texts. */
      readonly type: "boolean" | "integer" | "text" | "choice" | "choices" | "list"
      /** Unit of the number; null = none. */
      readonly unit: "sat" | "msat" | "ppm" | "seconds" | null
      /** Smallest number, or fewest characters or entries; null = no bound. */
      readonly minimum: number | null
      /** Largest number, or most characters or entries; null = no bound. */
      readonly maximum: number | null
      /** Allowed values of a choice; null = other types. */
      readonly options: readonly string[] | null
      /** Effect of the setting. */
      readonly description: string
      /** True: a change applies after a restart. */
      readonly needs_restart: boolean
      /** Value of the type `type`. */
      readonly value: boolean | number | string | readonly string[]
      /** Value after a reset: of the environment, else the default. */
      readonly default: boolean | number | string | readonly string[]
      /** `stored`: changed by an administrator; `environment`: set by its variable. */
      readonly origin: "default" | "environment" | "stored"
    }[]
  }
  /** Download by a link */
  download: {
    path: { link: string }
    answer: string
  }
  /** Download a backup */
  downloadBackup: {
    answer: string
  }
  /** Finish a log-in by a provider */
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
  /** Delete a share */
  endWalletShare: {
    path: { id: string }
    answer: Detail
  }
  /** Create an event */
  eventsCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Title of the event. */
      readonly name: string
      /** Description for visitors. Line breaks are kept. */
      readonly info: string
      /** Last day of sale, in `timezone`. */
      readonly closing_date: string
      /** First day of the event; not before `closing_date`. */
      readonly event_start_date: string
      /** Last day of the event. */
      readonly event_end_date: string
      /** IANA time zone: `Europe/Lisbon`. */
      readonly timezone?: string
      /** Number of tickets; at least `sold` plus `reserved`. */
      readonly amount_tickets: number
      /** Price per ticket, in `currency`; 0 = free. */
      readonly price_per_ticket: number
      /** Currency: `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** URL (https) of a picture for the page. */
      readonly banner?: string
      /** Discount codes. */
      readonly promo_codes?: readonly {
        /** Discount code; not case-sensitive. */
        readonly code: string
        /** Discount, percent. */
        readonly discount_percent: number
        /** False: the code is rejected. */
        readonly active?: boolean
        /** Maximum orders; absent = unlimited. */
        readonly max_uses?: number
      }[]
      /** True: the event takes place only if `min_tickets` are sold by the closing date; otherwise it is cancelled and refunded. */
      readonly conditional?: boolean
      /** Tickets needed if `conditional`. */
      readonly min_tickets?: number
      /** Maximum tickets per order. */
      readonly max_per_order?: number
      /** Text added to the email with the tickets. */
      readonly mail_text?: string
      /** True: cancels the event and refunds each paid ticket. Cannot be undone. */
      readonly canceled?: boolean
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Revoke the door link */
  eventsDeleteIdDoor: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Confirmation, as text. */
      readonly detail?: string
    }
  }
  /** Read an event */
  eventsGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: EventsItem
  }
  /** List the tickets of an event */
  eventsGetIdTickets: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Id of the ticket; anyone who has it can enter. */
      readonly id?: string
      /** Name of the buyer. */
      readonly name?: string
      /** Email address of the buyer. */
      readonly email?: string
      /** Always true: tickets are created when they are paid, or taken if free. */
      readonly paid?: boolean
      /** Price paid, satoshis. */
      readonly sat?: number
      /** Time of the sale, ISO 8601. */
      readonly created_at?: string
      /** Time of the check-in, ISO 8601. */
      readonly registered_at?: string
      /** True: the refund was paid. */
      readonly refunded?: boolean
      /** State of the refund. Absent: the ticket is valid. `due`, `sent`, `waiting` (for the next retry), `address` (the buyer must give one), `failed` (given up) or `paid`. */
      readonly refund?: string
      /** Lightning address or LNURL for a refund. */
      readonly refund_address?: string
    }[]
  }
  /** Open the page of an order */
  eventsGetOrderOrder: {
    path: { order: string }
    answer: string
  }
  /** Open the page of an event */
  eventsGetPId: {
    path: { id: string }
    answer: string
  }
  /** Open the check-in page of a door link */
  eventsGetPIdDoor: {
    path: { id: string }
    answer: string
  }
  /** Open the ticket scanner */
  eventsGetPIdScan: {
    path: { id: string }
    answer: string
  }
  /** Check whether an invoice of a page is paid */
  eventsGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Open the page of a ticket */
  eventsGetTicketTicket: {
    path: { ticket: string }
    answer: string
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  eventsGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the events of the wallet */
  eventsList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly EventsItem[]
  }
  /** Create a door link */
  eventsPostIdDoor: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Door link; shown once. */
      readonly door_link?: string
    }
  }
  /** Set the refund address of an order */
  eventsPostOrderOrderRefund: {
    path: { order: string }
    body: {
      /** Lightning address or LNURL for a refund. */
      readonly refund_address: string
    }
    answer: {
      /** Lightning address or LNURL for a refund. */
      readonly refund_address?: string
    }
  }
  /** Check in a ticket with a door link */
  eventsPostPublicIdDoor: {
    path: { id: string }
    body: {
      /** Secret of the door link. */
      readonly secret: string
      /** Content of the ticket's QR code. */
      readonly ticket: string
    }
    answer: {
      /** `welcome` at the first check-in, then `used`. `refunded`: the ticket is not valid; `unknown`: not a ticket of this event. */
      readonly outcome?: string
      /** Name of the buyer. */
      readonly name?: string
      /** Time of the first check-in, ISO 8601. */
      readonly registered_at?: string
    }
  }
  /** Quote the price of tickets */
  eventsPostPublicIdQuote: {
    path: { id: string }
    body?: {
      /** Number of tickets. */
      readonly quantity?: number
      /** A discount code. */
      readonly promo?: string
    }
    answer: {
      /** Text for people: the price, or the limit that the order exceeds. */
      readonly text?: string
    }
  }
  /** Buy tickets */
  eventsPostPublicIdTickets: {
    path: { id: string }
    body: {
      /** Name of the buyer. */
      readonly name: string
      /** Email address that gets the tickets. */
      readonly email: string
      /** Number of tickets. */
      readonly quantity?: number
      /** A discount code. */
      readonly promo?: string
      /** Lightning address or LNURL for a refund. Required for conditional events. */
      readonly refund_address?: string
    }
    answer: {
      /** Secret id of the order, for the page of its tickets. */
      readonly order?: string
      /** True: the tickets were free. */
      readonly paid?: boolean
      /** Total, satoshis. */
      readonly sat?: number
      /** Payment hash of the invoice. */
      readonly payment_hash?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** When the invoice expires, ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Read the public fields of an event */
  eventsPublic: {
    path: { id: string }
    answer: {
      /** Id of the item. */
      readonly id?: string
      /** Title of the event. */
      readonly name?: string
      /** Description for visitors. Line breaks are kept. */
      readonly info?: string
      /** Last day of sale, in `timezone`. */
      readonly closing_date?: string
      /** First day of the event; not before `closing_date`. */
      readonly event_start_date?: string
      /** Last day of the event. */
      readonly event_end_date?: string
      /** IANA time zone: `Europe/Lisbon`. */
      readonly timezone?: string
      /** Number of tickets; at least `sold` plus `reserved`. */
      readonly amount_tickets?: number
      /** Price per ticket, in `currency`; 0 = free. */
      readonly price_per_ticket?: number
      /** Currency: `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** URL (https) of a picture for the page. */
      readonly banner?: string
      /** True: the event takes place only if `min_tickets` are sold by the closing date; otherwise it is cancelled and refunded. */
      readonly conditional?: boolean
      /** Tickets needed if `conditional`. */
      readonly min_tickets?: number
      /** Maximum tickets per order. */
      readonly max_per_order?: number
      /** True: cancels the event and refunds each paid ticket. Cannot be undone. */
      readonly canceled?: boolean
      /** Tickets paid, or taken if free. */
      readonly sold?: number
      /** Tickets in orders that can still be paid. */
      readonly reserved?: number
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
    }
  }
  /** Send a refund to another address */
  eventsPutIdTicketsTicketRefund: {
    path: { id: string; ticket: string }
    query?: { wallet_id?: string }
    body: {
      /** Lightning address or LNURL for a refund. */
      readonly refund_address: string
    }
    answer: {
      /** Id of the ticket; anyone who has it can enter. */
      readonly id?: string
      /** Name of the buyer. */
      readonly name?: string
      /** Email address of the buyer. */
      readonly email?: string
      /** Always true: tickets are created when they are paid, or taken if free. */
      readonly paid?: boolean
      /** Price paid, satoshis. */
      readonly sat?: number
      /** Time of the sale, ISO 8601. */
      readonly created_at?: string
      /** Time of the check-in, ISO 8601. */
      readonly registered_at?: string
      /** True: the refund was paid. */
      readonly refunded?: boolean
      /** State of the refund. Absent: the ticket is valid. `due`, `sent`, `waiting` (for the next retry), `address` (the buyer must give one), `failed` (given up) or `paid`. */
      readonly refund?: string
      /** Lightning address or LNURL for a refund. */
      readonly refund_address?: string
    }
  }
  /** Check in a ticket */
  eventsPutIdTicketsTicketRegister: {
    path: { id: string; ticket: string }
    query?: { wallet_id?: string }
    answer: {
      /** Id of the ticket. */
      readonly id?: string
      /** Name of the buyer. */
      readonly name?: string
      /** Time of the check-in, ISO 8601. */
      readonly registered_at?: string
      /** Short text for the scanner page. */
      readonly text?: string
    }
  }
  /** Change an event */
  eventsUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Title of the event. */
      readonly name?: string
      /** Description for visitors. Line breaks are kept. */
      readonly info?: string
      /** Last day of sale, in `timezone`. */
      readonly closing_date?: string
      /** First day of the event; not before `closing_date`. */
      readonly event_start_date?: string
      /** Last day of the event. */
      readonly event_end_date?: string
      /** IANA time zone: `Europe/Lisbon`. */
      readonly timezone?: string
      /** Number of tickets; at least `sold` plus `reserved`. */
      readonly amount_tickets?: number
      /** Price per ticket, in `currency`; 0 = free. */
      readonly price_per_ticket?: number
      /** Currency: `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** URL (https) of a picture for the page. */
      readonly banner?: string | null
      /** Discount codes. */
      readonly promo_codes?: readonly {
        /** Discount code; not case-sensitive. */
        readonly code: string
        /** Discount, percent. */
        readonly discount_percent: number
        /** False: the code is rejected. */
        readonly active?: boolean
        /** Maximum orders; absent = unlimited. */
        readonly max_uses?: number
      }[]
      /** True: the event takes place only if `min_tickets` are sold by the closing date; otherwise it is cancelled and refunded. */
      readonly conditional?: boolean
      /** Tickets needed if `conditional`. */
      readonly min_tickets?: number | null
      /** Maximum tickets per order. */
      readonly max_per_order?: number
      /** Text added to the email with the tickets. */
      readonly mail_text?: string | null
      /** True: cancels the event and refunds each paid ticket. Cannot be undone. */
      readonly canceled?: boolean
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string | null
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string | null
    }
    answer: EventsItem
  }
  /** Exchange a code for a token */
  exchangeCode: {
    body?: {
      /** Always `authorization_code`. */
      readonly grant_type?: string
      /** Authorization code from the redirect. */
      readonly code?: string
      /** Redirect URI of the request for consent. */
      readonly redirect_uri?: string
      /** Client id of the request for consent. */
      readonly client_id?: string
      /** Verifier whose hash was the `code_challenge` (RFC 7636). */
      readonly code_verifier?: string
    }
    answer: {
      /** Token for `Authorization: Bearer …`; not shown again. */
      readonly access_token: string
      /** Constant: `Bearer`. */
      readonly token_type: string
      /** Validity, seconds; absent = until it is revoked. */
      readonly expires_in?: number
      /** Scopes that the user allowed. */
      readonly scope: string
      /** Id of the wallet on which the token acts. */
      readonly wallet_id: string
    }
  }
  /** Exchange the code of a provider for an access token */
  exchangeProviderCode: {
    path: { provider: string }
    body: {
      /** Code of the redirect from the provider; valid once. */
      readonly code: string
      /** `state` of the same redirect, issued by this service; valid for ten minutes. */
      readonly state: string
      /** `iss` of the same redirect, if any; it is checked. */
      readonly iss?: string
      /** PKCE verifier of the `code_challenge` that the log-in started with; absent if it started without. */
      readonly code_verifier?: string
      /** If given, it must equal the URI that started the log-in. */
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
    query?: { format?: "csv" | "json"; tz?: string; currency?: string; status?: "pending" | "success" | "failed"; 'status[ne]'?: "pending" | "success" | "failed"; direction?: "in" | "out"; tag?: readonly string[]; label?: string; contact?: string; held?: boolean; min?: number; max?: number; memo?: string; search?: string; from?: number; to?: number; 'time[ge]'?: number; 'time[gt]'?: number; 'time[le]'?: number; 'time[lt]'?: number; wallet_id?: string; wallets?: readonly string[] }
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
      /** Name of the machine, shown to customers. */
      readonly title: string
      /** Currency of the cash: a currency code, or `sat`. */
      readonly currency: string
      /** Decimal places of the amounts in its codes: with 2, 1250 is 12.50. Default: the digits of the currency in ISO 4217 when the machine is created. */
      readonly digits?: number
      /** Fee of the operator, percent of the amount. */
      readonly profit?: number
      /** Maximum paid out per day (UTC), satoshis with routing fees. */
      readonly daily_limit: number
      /** Maximum per code, satoshis. Required for devices whose codes carry no signature. */
      readonly max_claim?: number
      /** False: the machine pays out nothing. */
      readonly enabled?: boolean
      /** Days until a scanned code expires; 0 = never. */
      readonly valid_days?: number
      /** Id of one of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: FossaItem & {
      /** Secret of the device. Shown once. */
      readonly key?: string
    }
  }
  /** Delete a machine */
  fossaDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Read a machine */
  fossaGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: FossaItem
  }
  /** List scanned codes */
  fossaGetIdClaims: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Id of the code. */
      readonly id?: string
      /** Cash amount, in the currency of the machine. */
      readonly amount?: number
      /** Payout, satoshis. */
      readonly sats?: number
      /** State of the code; `reserved`: its payout is in flight. */
      readonly state?: string
      /** Hash of the payout; null = none yet. */
      readonly payment_hash?: string
      /** Time of the claim, or of the first scan, ISO 8601. */
      readonly time?: string
    }[]
  }
  /** Read a printed code as LNURL */
  fossaGetLnurlId: {
    path: { id: string }
    query?: { p?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Read a printed code as LNURL: request the payout */
  fossaGetLnurlIdCb: {
    path: { id: string }
    query?: { k1?: string; pr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Open the page of a printed code */
  fossaGetPId: {
    path: { id: string }
    query?: { p?: string }
    answer: string
  }
  /** List the machines of the wallet */
  fossaList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly FossaItem[]
  }
  /** Renew an expired code */
  fossaPostIdClaimsClaimRelease: {
    path: { id: string; claim: string }
    query?: { wallet_id?: string }
    answer: {
      /** Id of the code. */
      readonly id?: string
      /** Cash amount, in the currency of the machine. */
      readonly amount?: number
      /** Payout, satoshis. */
      readonly sats?: number
      /** State of the code; `reserved`: its payout is in flight. */
      readonly state?: string
      /** Hash of the payout; null = none yet. */
      readonly payment_hash?: string
      /** Time of the claim, or of the first scan, ISO 8601. */
      readonly time?: string
    }
  }
  /** Replace the secret of the device */
  fossaPostIdRekey: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Secret of the device. */
      readonly key?: string
    }
  }
  /** Pay a code to a Lightning address */
  fossaPostPublicIdClaims: {
    path: { id: string }
    body: {
      /** Code printed by the device. */
      readonly p: string
      /** Lightning address or LNURL. */
      readonly address: string
    }
    answer: {
      /** True: the payout succeeded. */
      readonly paid?: boolean
      /** Result of the payout, as text for people. */
      readonly text?: string
    }
  }
  /** Read the public fields of a machine */
  fossaPublic: {
    path: { id: string }
    answer: {
      /** Id of the item. */
      readonly id?: string
      /** Name of the machine, shown to customers. */
      readonly title?: string
      /** Currency of the cash: a currency code, or `sat`. */
      readonly currency?: string
      /** Fee of the operator, percent of the amount. */
      readonly profit?: number
    }
  }
  /** Change a machine */
  fossaUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Name of the machine, shown to customers. */
      readonly title?: string
      /** Currency of the cash: a currency code, or `sat`. */
      readonly currency?: string
      /** Decimal places of the amounts in its codes: with 2, 1250 is 12.50. Default: the digits of the currency in ISO 4217 when the machine is created. */
      readonly digits?: number | null
      /** Fee of the operator, percent of the amount. */
      readonly profit?: number
      /** Maximum paid out per day (UTC), satoshis with routing fees. */
      readonly daily_limit?: number
      /** Maximum per code, satoshis. Required for devices whose codes carry no signature. */
      readonly max_claim?: number | null
      /** False: the machine pays out nothing. */
      readonly enabled?: boolean
      /** Days until a scanned code expires; 0 = never. */
      readonly valid_days?: number
    }
    answer: FossaItem
  }
  /** Read a contact */
  getContact: {
    path: { id: string }
    answer: Contact
  }
  /** Read your user */
  getCurrentUser: {
    answer: CurrentUser
  }
  /** Sum up payments by day */
  getDailyStatistics: {
    query?: { wallet_id?: string }
    answer: readonly DailyStatistics[]
  }
  /** Read an extension */
  getExtension: {
    path: { ext_id: string }
    query?: { wallet_id?: string }
    answer: Extension
  }
  /** Read the fee reserve of a payment */
  getFeeReserve: {
    query?: { invoice?: string; amount_msat?: number }
    answer: {
      /** Fee reserve, millisatoshis. */
      readonly fee_reserve: number
    }
  }
  /** Read whether outgoing payments are halted */
  getHalt: {
    answer: Halt
  }
  /** Check whether the process runs */
  getHealth: {
    answer: {
      /** Constant: `ok`. */
      readonly status: "ok"
    }
  }
  /** Read the metrics */
  getMetrics: {
    answer: string
  }
  /** Read the Lightning node */
  getNodeSettings: {
    answer: NodeSettings
  }
  /** Read the state of messages by Nostr */
  getNostrMessages: {
    answer: NostrDestination
  }
  /** Read the state of a payment */
  getPayment: {
    path: { checking_id: string }
    query?: { currency?: string; wallet_id?: string }
    answer: PaymentStatus
  }
  /** Sum up income and spending by period */
  getPaymentHistory: {
    query?: { group?: "hour" | "day" | "week" | "month"; from?: number; to?: number; tz?: string; currency?: string; tag?: readonly string[]; label?: string; contact?: string; search?: string; wallet_id?: string }
    answer: readonly PaymentHistoryRow[]
  }
  /** Read your preferences */
  getPreferences: {
    answer: {
      /** Language tag (BCP 47), such as `en` or `pt-BR`; null = that of the browser. */
      readonly locale: string | null
      /** One of `GET /api/v1/currencies`; null = none chosen. */
      readonly currency: string | null
      /** Unit in which amounts are typed and shown first. */
      readonly unit: "sat" | "fiat"
      /** Colour scheme. */
      readonly theme: "system" | "light" | "dark"
      /** Id of the wallet that opens first, yours or shared with you; null = the oldest. */
      readonly start_wallet_id: string | null
      /** True: balances are hidden until you show them. */
      readonly hide_balance: boolean
      /** True: sends messages about received payments. */
      readonly notify: boolean
      /** Smallest received payment that sends a message, satoshis. */
      readonly notify_min_sats: number
      /** True: messages also go to your verified email address. */
      readonly notify_mail: boolean
      /** True: messages also go to your verified key over Nostr. */
      readonly notify_nostr: boolean
      /** For super users. True: sends messages about alarms. */
      readonly notify_operator: boolean
    }
  }
  /** Render a QR code */
  getQrCode: {
    path: { data: string }
    answer: string
  }
  /** Read the price of 1 BTC */
  getRate: {
    path: { currency: string }
    answer: {
      /** Units of the currency per 1 BTC. */
      readonly rate: number
      /** Same as `rate`. */
      readonly price: number
      /** ISO 4217 code, upper case. */
      readonly currency: string
      /** Time of the price, Unix seconds. */
      readonly timestamp: number
    }
  }
  /** List past prices */
  getRateHistory: {
    query?: { currency?: string; from?: number; to?: number; limit?: number }
    answer: readonly {
      /** ISO 4217 code, upper case. */
      readonly currency: string
      /** Units of the currency per 1 BTC. */
      readonly rate: number
      /** Time of the price, Unix seconds. */
      readonly timestamp: number
    }[]
  }
  /** Check whether the service can work */
  getReady: {
    answer: {
      /** Requests can be sent here. */
      readonly status: "ready"
      /** State of outgoing payments: `waiting` for a comparison of the node with the books, or `halted` until an operator resumes them. Does not affect readiness. */
      readonly payments: "running" | "waiting" | "halted"
    }
  }
  /** Read how your account is protected */
  getSecondFactor: {
    answer: {
      /** Second factors of the account; empty = none. */
      readonly second_factor: readonly ("totp" | "passkey")[]
      /** True: this service requires a second factor of your account, and it has none: an access token can only read the profile and add one. */
      readonly missing: boolean
      /** Number of unused recovery codes. */
      readonly recovery_codes_left: number
    }
  }
  /** Read the server status */
  getServerStatus: {
    answer: {
      /** Version of the service. */
      readonly version: string
      /** Start of this process, Unix seconds. */
      readonly started_at: number
      /** Time since the start of this process. */
      readonly uptime_seconds: number
      /** Database in use. */
      readonly database: {
        /** `sqlite` or `postgres`. */
        readonly kind: string
        /** Size on disk, without logs. */
        readonly size_bytes: number
      }
      /** Lightning node. */
      readonly node: {
        /** Kind of the node. */
        readonly kind: string
        /** Prefix of its invoices; null = it has not answered yet. */
        readonly network: string | null
        /** Its public key, hex; for a hosted node the id of the account, empty if unknown. */
        readonly node_key: string | null
        /** True: it answered within a second. */
        readonly answers: boolean
        /** Spendable balance of the node, millisatoshis; null = it did not answer. */
        readonly balance_msat: number | null
        /** Why the node does not answer, or not as it should; the most precise first. Empty = nothing is known. */
        readonly troubles: readonly NodeTrouble[]
      }
      /** All nodes that payments of this service have used. */
      readonly nodes: readonly {
        /** Id: from 1, in the order of first use. */
        readonly id: number
        /** Kind of the node. */
        readonly kind: string
        /** Its public key, hex; for a hosted node the id of the account, empty if unknown. */
        readonly node_key: string
        /** Time of first use, Unix seconds. */
        readonly first_used_at: number
        /** True: new invoices and payments use it. */
        readonly in_use: boolean
        /** True: it is queried. False: its pending payments stay pending. */
        readonly configured: boolean
        /** True: it answered within a second. */
        readonly answers: boolean
        /** Spendable balance of the node, millisatoshis; null = it did not answer. */
        readonly balance_msat: number | null
        /** Why the node does not answer, or not as it should; the most precise first. Empty = nothing is known. */
        readonly troubles: readonly NodeTrouble[]
        /** Number of its payments in flight. */
        readonly pending_outgoing: number
        /** Number of its invoices that may still be paid, held ones included. */
        readonly open_invoices: number
      }[]
      /** True: outgoing payments are rejected. */
      readonly payments_halted: boolean
      /** Reason of the halt; null = payments are not halted. */
      readonly halt_reason: string | null
      /** State of the audit. */
      readonly books: {
        /** When they were last recomputed. Unix seconds; null = not yet. */
        readonly checked_at: number | null
        /** Number of broken rules; null = not checked yet. */
        readonly violations: number | null
        /** When they were last compared with the balance of the node. Unix seconds; null = not yet. */
        readonly compared_with_node_at: number | null
        /** Balance of the node minus that of the books, millisatoshis; 0 = they agree, null = not compared yet. */
        readonly node_difference_msat: number | null
      }
      /** Public key that verifies the backups of this installation, `origin1…`. Write it down elsewhere: it proves the origin of a backup on a new machine. */
      readonly backup_origin: string
      /** When the node was last asked for everything it received. Unix seconds; null = not yet. */
      readonly receipts_swept_at: number | null
      /** Number of accounts. */
      readonly users: number
      /** Number of open wallets. */
      readonly wallets: number
      /** Number of payments in flight. */
      readonly pending_outgoing: number
      /** Number of webhook calls that wait for an attempt. */
      readonly waiting_webhooks: number
      /** Number of open alarms: `GET /api/v1/admin/alarms`. */
      readonly alarms: number
      /** What the service owes to its users; null = not summed up within a second. */
      readonly owed: {
        /** Time of the sums, Unix seconds. */
        readonly measured_at: number
        /** What all wallets can spend, millisatoshis. */
        readonly available_msat: number
        /** What is reserved for their payments in flight, millisatoshis. */
        readonly reserved_msat: number
      } | null
      /** Payments of all wallets; null = not summed up within a second. */
      readonly volume: {
        /** Time of the sums, Unix seconds. */
        readonly measured_at: number
        /** Payments made in the last 24 hours, from the beginning of the first hour. */
        readonly day: {
          /** Received by wallets, satoshis. */
          readonly received_sat: number
          /** Sent by wallets, satoshis without fees. */
          readonly sent_sat: number
          /** Number of succeeded payments; one between two wallets counts on both sides. */
          readonly succeeded: number
          /** Number of sends that failed. */
          readonly failed: number
        }
        /** Payments made in the last 30 days. */
        readonly month: {
          /** Received by wallets, satoshis. */
          readonly received_sat: number
          /** Sent by wallets, satoshis without fees. */
          readonly sent_sat: number
          /** Number of succeeded payments; one between two wallets counts on both sides. */
          readonly succeeded: number
          /** Number of sends that failed. */
          readonly failed: number
        }
      } | null
      /** Disks of the answering process. One that cannot be measured is left out. */
      readonly disks: readonly {
        /** `data`: the data folder; `database`: the folder of an SQLite database elsewhere. */
        readonly place: "data" | "database"
        /** Free space. */
        readonly free_bytes: number
        /** Size of the file system. */
        readonly size_bytes: number
      }[]
      /** Backups. */
      readonly backups: {
        /** Cron expression, UTC; null = no scheduled backups. */
        readonly schedule: string | null
        /** Folder or bucket of scheduled backups. */
        readonly target: string | null
        /** How long a scheduled backup has been due; 0 = none is. */
        readonly overdue_seconds: number | null
        /** Time of the last scheduled attempt, Unix seconds, if it failed. */
        readonly failed_at: number | null
        /** Age of the last backup. */
        readonly age_seconds: number | null
        /** The newest backup that this service knows of; null = none. */
        readonly last: {
          /** Time, Unix seconds. */
          readonly at: number
          /** `schedule`: the service; `command`: `npm run backup`; `download`: an operator. */
          readonly by: "schedule" | "command" | "download"
          /** File, folder or bucket; null = where it was downloaded to is unknown. */
          readonly place: string | null
          /** Size of the archive; null = unknown. */
          readonly bytes: number | null
        } | null
        /** The last `npm run restore-drill` with this data folder; null = none, or it ran elsewhere. */
        readonly last_drill: {
          /** Time, Unix seconds. */
          readonly at: number
          /** Name of the archive; null = none was found. */
          readonly backup: string | null
          /** True: the backup can be restored, and its books add up. */
          readonly passed: boolean
          /** Why not, as text. */
          readonly problem: string | null
        } | null
      }
      /** Newest release. */
      readonly release: {
        /** True: the address of `SERVICE_RELEASE_URL` is asked once a day. */
        readonly asked: boolean
        /** When it last answered. Unix seconds; null = not yet. */
        readonly checked_at: number | null
        /** Version that is newer than the running one; null = none is known. */
        readonly newer: string | null
      }
      /** Decisions of the set-up. */
      readonly set_up: {
        /** True: the name of the site is not the default. */
        readonly name_chosen: boolean
        /** True: an operator has decided who may register. */
        readonly registration_chosen: boolean
        /** True: everybody may register. */
        readonly registration_open: boolean
        /** True: `SERVICE_ACCOUNTING_CURRENCY` or `SERVICE_CURRENCIES` is set. */
        readonly currency_chosen: boolean
        /** Currency in which the value of payments is recorded. */
        readonly accounting_currency: string
        /** True: there is a source of prices. */
        readonly has_prices: boolean
        /** True: this request has `X-Forwarded-For` of a sender that is not in `SERVICE_TRUSTED_PROXIES`. */
        readonly proxy_ignored: boolean
      }
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
  /** Read a short link of the wallet */
  getShortLink: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: ShortLink
  }
  /** Read the status of the service */
  getStatus: {
    answer: {
      /** Version of the service. */
      readonly version: string
      /** Name of this installation. */
      readonly site_name: string
      /** Line of text shown to all users, or empty. */
      readonly site_motd: string
      /** Public URL of this service. Its host is the domain of Lightning addresses, and Nostr log-ins are signed for it. */
      readonly public_url: string
      /** Kind of the Lightning node. */
      readonly funding_source: string
      /** Prefix of its invoices; null = the node has not answered yet. */
      readonly network: string | null
      /** True: the last request to the Lightning node was answered. */
      readonly node_answers: boolean
      /** Time of its last answer to this process, Unix seconds; null = none yet. */
      readonly node_answered_at: number | null
      /** Code of the problem of the Lightning node; null = none known. */
      readonly node_trouble: "setting_wrong" | "wrong_network" | "certificate_untrusted" | "credential_refused" | "clock_apart" | "locked" | "starting" | "unreachable" | "out_of_sync" | "no_coins" | null
      /** False: play money without value. */
      readonly real_money: boolean
      /** Notice for all users. */
      readonly notice: string | null
      /** True: the Lightning node supports invoices without an amount: `any_amount` of `POST /api/v1/payments`. */
      readonly can_receive_any_amount: boolean
      /** True: outgoing payments are rejected until the operator resumes them. */
      readonly payments_halted: boolean
      /** True: there is no super user yet: `PUT /api/v1/auth/first_install` creates the first one. */
      readonly needs_first_user: boolean
      /** True: registration is open. */
      readonly registration_open: boolean
      /** True: the public URL is https. Without it browsers have no camera, passkeys and installed apps, except on the same machine. */
      readonly https: boolean
    }
  }
  /** Sum up payments by tag */
  getTagStatistics: {
    query?: { wallet_id?: string }
    answer: readonly PaymentCountByTag[]
  }
  /** Read a user */
  getUser: {
    path: { user_id: string }
    query?: { balances?: boolean }
    answer: User
  }
  /** Read whether your email address is verified */
  getVerifiedEmail: {
    answer: {
      /** Address of the profile, or empty. */
      readonly email: string
      /** True: you have proven that the address is yours. A new address needs a new proof. */
      readonly verified: boolean
    }
  }
  /** Read the wallet and its balance */
  getWallet: {
    query?: { wallet_id?: string }
    answer: Wallet
  }
  /** Read the keys of the wallet */
  getWalletKeys: {
    query?: { wallet_id?: string }
    answer: WalletKeys
  }
  /** Sum up payments by wallet */
  getWalletStatistics: {
    answer: readonly WalletStatistics[]
  }
  /** Read the secret and log of the webhooks */
  getWebhook: {
    query?: { wallet_id?: string }
    answer: {
      /** `whsec_` and base64: key of the `v1` signatures (HMAC-SHA256, Standard Webhooks). */
      readonly secret: string
      /** `whpk_` and base64: public key of the `v1a` signatures (ed25519); the same for all wallets. */
      readonly public_key: string
      /** Newest 20 calls. */
      readonly deliveries: readonly WebhookDelivery[]
    }
  }
  /** Allow the request of a program */
  giveConsent: {
    body: {
      /** The program: an https address of its own, or a name. */
      readonly client_id: string
      /** Where the browser goes afterwards: https, `http://127.0.0.1:PORT/…`, `http://[::1]:PORT/…`, or a scheme of an app with a period in it. Of a client that is an address, only at its own origin. */
      readonly redirect_uri: string
      /** Divided by spaces: `history`, `pay`, `receive`. */
      readonly scope: string
      /** PKCE challenge: SHA-256 of the verifier that the program keeps, base64url. */
      readonly code_challenge: string
      /** Constant: `S256`. */
      readonly code_challenge_method: "S256"
      /** Constant: `code`. */
      readonly response_type: "code"
      /** Returned unchanged. */
      readonly state?: string
      /** The wallet: yours, or shared with you. */
      readonly wallet_id: string
      /** Budget per period, satoshis with fees. Required for `pay`. */
      readonly budget_sats?: number
      /** Period of the budget, together with `budget_sats`. */
      readonly budget_period?: "day" | "week" | "month"
      /** Validity of the token; absent = until it is revoked. */
      readonly expires_in_minutes?: number
    }
    answer: {
      /** URL to redirect the browser to. */
      readonly redirect_to: string
    }
  }
  /** Enable, restrict, price, upgrade, roll back or remove an extension */
  governExtension: {
    body: {
      /** Id of the extension. */
      readonly extension?: string
      /** Same as `extension`. */
      readonly ext_id?: string
      /** False: disables it for all accounts. True: enables it. */
      readonly active?: boolean
      /** True: only administrators can use it. */
      readonly admin_only?: boolean
      /** True: returns to the previous version. */
      readonly rollback?: boolean
      /** Version to upgrade to, one that is offered. */
      readonly upgrade_to?: string
      /** True: removes it from this server. */
      readonly remove?: boolean
      /** Your own price instead of that of the publisher; administrators pay none. null: that of the publisher. */
      readonly pay_to_enable?: {
        /** Price, satoshis, once per account. */
        readonly amount: number
        /** Id of the wallet of this server that is paid. */
        readonly wallet_id: string
        /** Purpose of the payment. */
        readonly description?: string
      } | null
      /** Expected SHA-256 of the archive. Required only if its publisher states none. */
      readonly hash?: string
      /** Payment hash of the invoice in an earlier 402 answer, which you have paid. */
      readonly payment_hash?: string
      /** True: allows the new version more permissions; otherwise such an upgrade is 400. */
      readonly accept_permissions?: boolean
    }
    answer: AdminExtension
  }
  /** Enable, restrict, price, upgrade, roll back or remove an extension */
  governExtensionOfServer: {
    body: {
      /** Id of the extension. */
      readonly extension?: string
      /** Same as `extension`. */
      readonly ext_id?: string
      /** False: disables it for all accounts. True: enables it. */
      readonly active?: boolean
      /** True: only administrators can use it. */
      readonly admin_only?: boolean
      /** True: returns to the previous version. */
      readonly rollback?: boolean
      /** Version to upgrade to, one that is offered. */
      readonly upgrade_to?: string
      /** True: removes it from this server. */
      readonly remove?: boolean
      /** Your own price instead of that of the publisher; administrators pay none. null: that of the publisher. */
      readonly pay_to_enable?: {
        /** Price, satoshis, once per account. */
        readonly amount: number
        /** Id of the wallet of this server that is paid. */
        readonly wallet_id: string
        /** Purpose of the payment. */
        readonly description?: string
      } | null
      /** Expected SHA-256 of the archive. Required only if its publisher states none. */
      readonly hash?: string
      /** Payment hash of the invoice in an earlier 402 answer, which you have paid. */
      readonly payment_hash?: string
      /** True: allows the new version more permissions; otherwise such an upgrade is 400. */
      readonly accept_permissions?: boolean
    }
    answer: AdminExtension
  }
  /** Import contacts */
  importContacts: {
    body: {
      /** Contacts to import, at most 1,000 at once. */
      readonly contacts: readonly {
        /** Name, 1 to 100 characters. */
        readonly name: string
        /** A Lightning address, or an LNURL to pay, also in a text around it. */
        readonly target: string
        /** Note for yourself: at most 2,000 characters. */
        readonly note?: string
      }[]
    }
    answer: {
      /** Number of new contacts. */
      readonly created: number
      /** Number of contacts that existed already. */
      readonly changed: number
    }
  }
  /** Install an extension */
  installExtension: {
    body: {
      /** Id of the extension. */
      readonly ext_id: string
      /** `builtin`, `official`, `local` (an archive in the extensions folder), the URL of a configured manifest, or organisation/repository as listed in a manifest; absent = built-ins, then the catalogues in their order. 404 for any other, but ignored for built-ins. */
      readonly source_repo?: string
      /** Version; absent = the newest that runs here. */
      readonly version?: string
      /** Expected SHA-256 of the archive. Required only if its publisher states none. */
      readonly hash?: string
      /** Payment hash of the invoice in an earlier 402 answer, which you have paid. */
      readonly payment_hash?: string
      /** True: allows the new version more permissions; otherwise such an upgrade is 400. */
      readonly accept_permissions?: boolean
    }
    answer: Extension
  }
  /** Install an extension */
  installExtensionOfServer: {
    body: {
      /** Id of the extension. */
      readonly ext_id: string
      /** `builtin`, `official`, `local` (an archive in the extensions folder), the URL of a configured manifest, or organisation/repository as listed in a manifest; absent = built-ins, then the catalogues in their order. 404 for any other, but ignored for built-ins. */
      readonly source_repo?: string
      /** Version; absent = the newest that runs here. */
      readonly version?: string
      /** Expected SHA-256 of the archive. Required only if its publisher states none. */
      readonly hash?: string
      /** Payment hash of the invoice in an earlier 402 answer, which you have paid. */
      readonly payment_hash?: string
      /** True: allows the new version more permissions; otherwise such an upgrade is 400. */
      readonly accept_permissions?: boolean
    }
    answer: Extension
  }
  /** Create the first super user */
  installFirstSuperUser: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, not case-sensitive. */
      readonly username: string
      /** 8 to 128 characters of any kind. */
      readonly password: string
      /** Same password again. */
      readonly password_repeat: string
      /** Content of the file. */
      readonly first_install_token: string
    }
    answer: TokenResponse
  }
  /** Share the wallet with another user */
  inviteToWallet: {
    query?: { wallet_id?: string }
    body: {
      /** Username of the guest, not case-sensitive. Required unless there is `user_id`. */
      readonly username?: string
      /** Whom, by the id of the account, which only its user can give you. */
      readonly user_id?: string
      /** `view-payments`, `receive-payments`, `send-payments`: one or more. */
      readonly permissions: readonly ("view-payments" | "receive-payments" | "send-payments")[]
    }
    answer: {
      /** Id of the invitation, and later of the share: `share_id`. */
      readonly share_request_id: string
      /** Id of the wallet. */
      readonly wallet_id: string
      /** Username of the guest. */
      readonly username: string
      /** Permissions of the guest. */
      readonly permissions: readonly string[]
      /** `pending` until the guest accepts, then `accepted`. */
      readonly status: string
      /** Same invitation, compatible with LNbits: with `user_id` only. */
      readonly id?: string
      /** Id of the guest, if the request has it. */
      readonly user_id?: string
    }
  }
  /** Create an invoice */
  invoicesCreate: {
    query?: { wallet_id?: string }
    body: {
      /** State: draft, open, paid or canceled. A draft can be opened or canceled, an open invoice canceled; only payments make it paid. */
      readonly status?: "draft" | "open" | "paid" | "canceled"
      /** Currency of all amounts: `sat` or an ISO 4217 code. Fixed once open. */
      readonly currency: string
      /** Invoice number, unique in the wallet. Default: the year and the next free number, `2026-0001`. */
      readonly number?: string
      /** Name of the seller. All fields of the seller default to those of the last invoice of the wallet. */
      readonly seller_name?: string
      /** Address of the seller; multi-line. */
      readonly seller_address?: string
      /** Tax or VAT number of the seller. */
      readonly seller_tax_number?: string
      /** Company of the customer. */
      readonly company_name?: string
      /** First name of the customer. */
      readonly first_name?: string
      /** Last name of the customer. */
      readonly last_name?: string
      /** Email address for the receipt when all is paid. Needs mail on this service and a verified address of the account. */
      readonly email?: string
      /** Phone number of the customer. */
      readonly phone?: string
      /** Tax or VAT number of the customer. */
      readonly tax_number?: string
      /** Address of the customer; multi-line. */
      readonly address?: string
      /** Line items. Fixed once the invoice is open. */
      readonly items: readonly {
        /** Description of the item. */
        readonly description: string
        /** Unit price without tax, in the currency: at least 0.01, or 1 sat. */
        readonly amount: number
        /** Quantity. */
        readonly quantity: number
      }[]
      /** Tax, percent of the sum of the items. Fixed once the invoice is open. */
      readonly tax_percent?: number
      /** Due date. */
      readonly due_at?: string
      /** Text below the items; line breaks are kept. */
      readonly notes?: string
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read an invoice */
  invoicesGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: InvoicesItem
  }
  /** Open the page of an invoice */
  invoicesGetPId: {
    path: { id: string }
    answer: string
  }
  /** Open the page of one payment of an invoice */
  invoicesGetPIdPayPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: string
  }
  /** Read the public part of an invoice */
  invoicesGetPublicId: {
    path: { id: string }
    answer: {
      /** Invoice number. */
      readonly number?: string
      /** State of the invoice. */
      readonly status?: string
      /** Currency of the amounts. */
      readonly currency?: string
      /** Total, in the currency. */
      readonly total?: number
      /** Amount paid, in the currency. */
      readonly paid_total?: number
      /** Amount left to pay, in the currency. */
      readonly remainder?: number
      /** Due date. */
      readonly due_at?: string
    }
  }
  /** Pay without JavaScript */
  invoicesGetPublicIdPay: {
    path: { id: string }
    query?: { amount?: number }
    answer: Readonly<Record<string, unknown>>
  }
  /** Check whether an invoice of a page is paid */
  invoicesGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  invoicesGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the invoices of the wallet */
  invoicesList: {
    query?: { limit?: number; offset?: number; wallet_id?: string; status?: "draft" | "open" | "paid" | "canceled"; number?: string }
    answer: readonly InvoicesItem[]
  }
  /** Create a Lightning invoice */
  invoicesPostPublicIdPayments: {
    path: { id: string }
    body?: {
      /** Amount in the invoice currency; default the amount due. */
      readonly amount?: number
    }
    answer: {
      /** Payment hash; its state is at `/invoices/state/{payment_hash}`. */
      readonly payment_hash?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** Amount in the currency. */
      readonly amount?: number
      /** Amount to pay, satoshis. */
      readonly sats?: number
      /** When the Lightning invoice expires, ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Change an invoice */
  invoicesUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** State: draft, open, paid or canceled. A draft can be opened or canceled, an open invoice canceled; only payments make it paid. */
      readonly status?: "draft" | "open" | "paid" | "canceled"
      /** Currency of all amounts: `sat` or an ISO 4217 code. Fixed once open. */
      readonly currency?: string
      /** Invoice number, unique in the wallet. Default: the year and the next free number, `2026-0001`. */
      readonly number?: string | null
      /** Name of the seller. All fields of the seller default to those of the last invoice of the wallet. */
      readonly seller_name?: string | null
      /** Address of the seller; multi-line. */
      readonly seller_address?: string | null
      /** Tax or VAT number of the seller. */
      readonly seller_tax_number?: string | null
      /** Company of the customer. */
      readonly company_name?: string | null
      /** First name of the customer. */
      readonly first_name?: string | null
      /** Last name of the customer. */
      readonly last_name?: string | null
      /** Email address for the receipt when all is paid. Needs mail on this service and a verified address of the account. */
      readonly email?: string | null
      /** Phone number of the customer. */
      readonly phone?: string | null
      /** Tax or VAT number of the customer. */
      readonly tax_number?: string | null
      /** Address of the customer; multi-line. */
      readonly address?: string | null
      /** Line items. Fixed once the invoice is open. */
      readonly items?: readonly {
        /** Description of the item. */
        readonly description: string
        /** Unit price without tax, in the currency: at least 0.01, or 1 sat. */
        readonly amount: number
        /** Quantity. */
        readonly quantity: number
      }[]
      /** Tax, percent of the sum of the items. Fixed once the invoice is open. */
      readonly tax_percent?: number
      /** Due date. */
      readonly due_at?: string | null
      /** Text below the items; line breaks are kept. */
      readonly notes?: string | null
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string | null
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string | null
    }
    answer: InvoicesItem
  }
  /** Link a Nostr key */
  linkNostrKey: {
    body: {
      /** Signed event of kind 27235 as JSON text or base64. Its `u` tag is the full URL of this endpoint below the public URL of the service, a former one, or another of its host names; its `method` tag is `POST`; less than a minute old and not used before. */
      readonly nostr_event: string
    }
    answer: Identity
  }
  /** Link an account at a provider */
  linkProvider: {
    path: { provider: string }
    body?: {
      /** Code of the redirect from the provider; valid once. */
      readonly code?: string
      /** `state` of the same redirect, issued by this service; valid for ten minutes. */
      readonly state?: string
      /** `iss` of the same redirect, if any; it is checked. */
      readonly iss?: string
      /** PKCE verifier of the `code_challenge` that the log-in started with; absent if it started without. */
      readonly code_verifier?: string
      /** If given, it must equal the URI that started the log-in. */
      readonly redirect_uri?: string
    }
    answer: {
      /** URL to redirect the browser to. */
      readonly authorization_url: string
      /** Value that returns with the code. */
      readonly state: string
      /** Time limit for the log-in at the provider, seconds. */
      readonly expires_in: number
    }
  }
  /** List the endpoints for access lists */
  listAclEndpoints: {
    answer: readonly {
      /** Value for `allowed_endpoints`. */
      readonly endpoint: string
      /** Operations that it allows. */
      readonly description: string
    }[]
  }
  /** List your access lists */
  listAcls: {
    answer: readonly Acl[]
  }
  /** List the alarms */
  listAlarms: {
    query?: { all?: boolean; limit?: number; offset?: number }
    answer: {
      /** One page. */
      readonly data: readonly Alarm[]
      /** Number of matches. */
      readonly total: number
    }
  }
  /** Read the audit log */
  listAuditLog: {
    query?: { actor?: string; action?: string; subject?: string; from?: number; to?: number; limit?: number; cursor?: string }
    answer: {
      /** One page. */
      readonly data: readonly {
        /** Id; ascends in the order of writing. */
        readonly id: number
        /** Actor: id of a user, or `environment`. */
        readonly actor: string
        /** Current name of that user, or empty. */
        readonly actor_name: string
        /** Action, in the past tense. */
        readonly action: string
        /** Object: an id or a name, or empty. */
        readonly subject: string
        /** Details without secrets. */
        readonly detail: Readonly<Record<string, unknown>>
        /** IP address of the client, or empty. */
        readonly address: string
        /** Time of the action, Unix seconds. */
        readonly at: number
      }[]
      /** Number of matches. */
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
  /** List the currencies */
  listCurrencies: {
    answer: readonly string[]
  }
  /** List the versions that can be installed */
  listExtensionReleases: {
    query?: { ext_id?: string }
    answer: readonly ExtensionRelease[]
  }
  /** List all extensions, with those of your account */
  listExtensions: {
    query?: { wallet_id?: string; language?: "en" | "de" | "es" | "ar" }
    answer: readonly Extension[]
  }
  /** List all extensions of the installation */
  listExtensionsForAdmin: {
    answer: readonly AdminExtension[]
  }
  /** List all extensions of the installation */
  listExtensionsForAdminOfServer: {
    answer: readonly AdminExtension[]
  }
  /** List your linked identities */
  listIdentities: {
    answer: readonly Identity[]
  }
  /** List open links */
  listInvitations: {
    answer: readonly {
      /** Id of the link. */
      readonly id: string
      /** `invitation`: creates an account; `reset`: sets a new password. */
      readonly kind: "invitation" | "reset"
      /** Id of the user whose password is reset; null for an invitation. */
      readonly user_id: string | null
      /** Name of that user, or empty. */
      readonly username: string
      /** Note about the recipient, or empty. */
      readonly note: string
      /** Id of the administrator. */
      readonly created_by: string
      /** Time of creation, Unix seconds. */
      readonly created_at: number
      /** When the link expires, Unix seconds. */
      readonly expires_at: number
    }[]
  }
  /** List the log-in methods */
  listLoginMethods: {
    answer: {
      /** Values of `AUTH_ALLOWED_METHODS`, without providers that are not configured. */
      readonly methods: readonly string[]
      /** Providers that are configured and allowed. */
      readonly providers: readonly {
        /** `google`, `github` or `keycloak`. */
        readonly id: string
        /** Label of the button. */
        readonly label: string
        /** URL to redirect the browser to. */
        readonly url: string
      }[]
      /** True: the first log-in of a user creates an account. */
      readonly new_accounts: boolean
    }
  }
  /** List your passkeys */
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
    query?: { limit?: number; offset?: number; status?: "pending" | "success" | "failed"; 'status[ne]'?: "pending" | "success" | "failed"; direction?: "in" | "out"; tag?: readonly string[]; label?: string; contact?: string; held?: boolean; min?: number; max?: number; memo?: string; search?: string; from?: number; to?: number; 'time[ge]'?: number; 'time[gt]'?: number; 'time[le]'?: number; 'time[lt]'?: number; wallet_id?: string; wallets?: readonly string[]; cursor?: string; currency?: string }
    answer: readonly Payment[]
  }
  /** List payments with their total */
  listPaymentsPaginated: {
    query?: { limit?: number; offset?: number; status?: "pending" | "success" | "failed"; 'status[ne]'?: "pending" | "success" | "failed"; direction?: "in" | "out"; tag?: readonly string[]; label?: string; contact?: string; held?: boolean; min?: number; max?: number; memo?: string; search?: string; from?: number; to?: number; 'time[ge]'?: number; 'time[gt]'?: number; 'time[le]'?: number; 'time[lt]'?: number; wallet_id?: string; wallets?: readonly string[]; cursor?: string; currency?: string }
    answer: PaymentPage
  }
  /** List the versions of an extension */
  listReleasesOfExtension: {
    path: { ext_id: string }
    query?: { wallet_id?: string }
    answer: readonly ExtensionRelease[]
  }
  /** List your sessions */
  listSessions: {
    answer: readonly Session[]
  }
  /** List the short links of the wallet */
  listShortLinks: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly ShortLink[]
  }
  /** Read what extensions may spend from a wallet */
  listSpendGrants: {
    query?: { wallet_id?: string }
    answer: readonly {
      /** Id of the extension. */
      readonly ext_id: string
      /** Name of the extension. */
      readonly name: string
      /** False: its spending from this wallet is revoked. */
      readonly active: boolean
      /** Number of its items in this wallet. */
      readonly items: number
      /** Amount that its items may still spend, satoshis without routing fees. */
      readonly ceiling: number
      /** True: it also forwards receipts of the wallet, as its items say. */
      readonly passes_on: boolean
      /** Amount spent or in flight, millisatoshis with fees. */
      readonly spent_msat: number
      /** True: a package, which spends within a budget that you set, and nothing without one. */
      readonly needs_budget: boolean
      /** Budget of a package per period, with fees; null = none. */
      readonly budget_sats: number | null
      /** Period: the last 24 hours, 7 days or 30 days. */
      readonly period: "day" | "week" | "month" | null
      /** Maximum per payment. */
      readonly max_sats: number | null
    }[]
  }
  /** List unfinished payments of all wallets */
  listUnfinishedPayments: {
    query?: { state?: "unfinished" | "any" | "open" | "closing" | "held" | "settling" | "cancelling" | "reserved" | "dispatched" | "success" | "failed" | "expired"; direction?: "in" | "out"; wallet_id?: string; payment_hash?: string; older_than_seconds?: number; order?: "newest" | "oldest"; limit?: number; offset?: number }
    answer: {
      /** One page. */
      readonly data: readonly OperatorPayment[]
      /** Number of matches. */
      readonly total: number
    }
  }
  /** List all users */
  listUsers: {
    query?: { limit?: number; offset?: number; search?: string; role?: "user" | "admin" | "super-user"; disabled?: boolean; order?: "oldest" | "newest" | "username" | "last_login" | "balance"; balances?: boolean }
    answer: readonly User[]
  }
  /** List shares and invitations */
  listWalletShares: {
    answer: readonly WalletShare[]
  }
  /** List all your wallets */
  listWallets: {
    answer: readonly Wallet[]
  }
  /** List the wallets of a user */
  listWalletsOfUser: {
    path: { user_id: string }
    query?: { limit?: number; offset?: number }
    answer: {
      /** One page. */
      readonly data: readonly {
        /** Id of the wallet. */
        readonly id: string
        /** Name of the wallet. */
        readonly name: string
        /** Balance, millisatoshis. */
        readonly balance: number
      }[]
      /** Number of matches. */
      readonly total: number
    }
  }
  /** List your wallets by page */
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
      /** Title of the calendar. */
      readonly name: string
      /** First day of the week with slots; 0 = Monday. */
      readonly start_day: number
      /** Last day of the week with slots; if before `start_day`, the week wraps around. */
      readonly end_day: number
      /** Start of the first slot of a day, HH:MM in the time zone. */
      readonly start_time: string
      /** Latest end of the last slot of a day, HH:MM in the time zone. `24:00`, `00:00` and `23:59` are the end of the day. */
      readonly end_time: string
      /** IANA time zone, such as Europe/Berlin. */
      readonly timezone?: string
      /** Length of a slot, minutes. */
      readonly slot_minutes?: number
      /** Price of a slot, in `currency`. */
      readonly amount: number
      /** Currency: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** Shortest notice for a booking, minutes before the start. */
      readonly lead_minutes?: number
      /** How far ahead slots can be booked, days. */
      readonly horizon_days?: number
      /** Webhook URL, called per paid booking (signed JSON, retried). */
      readonly webhook_url?: string
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
      /** Confirmation, as text. */
      readonly detail?: string
    }
  }
  /** Delete a closed time */
  lncalendarDeleteIdUnavailableRange: {
    path: { id: string; range: string }
    query?: { wallet_id?: string }
    answer: {
      /** Confirmation, as text. */
      readonly detail?: string
    }
  }
  /** Read a calendar */
  lncalendarGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: LncalendarItem
  }
  /** List the bookings of a calendar */
  lncalendarGetIdAppointments: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Id of the closed time. */
      readonly id?: string
      /** Name of the visitor. */
      readonly name?: string
      /** Email address of the visitor. */
      readonly email?: string
      /** Subject of the booking. */
      readonly info?: string
      /** Start, ISO 8601. */
      readonly start?: string
      /** End, ISO 8601. */
      readonly end?: string
      /** True: the booking is paid. */
      readonly paid?: boolean
      /** Booking state. */
      readonly state?: string
      /** Payment hash of the invoice. */
      readonly payment_hash?: string
    }[]
  }
  /** List the closed times of a calendar */
  lncalendarGetIdUnavailable: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: readonly {
      /** Id of the closed time. */
      readonly id?: string
      /** Start, ISO 8601. */
      readonly start?: string
      /** End, ISO 8601. */
      readonly end?: string
      /** Reason, shown to the owner only. */
      readonly name?: string
    }[]
  }
  /** Open the page of a calendar */
  lncalendarGetPId: {
    path: { id: string }
    query?: { from?: string; day?: string }
    answer: string
  }
  /** Open the page of a booking */
  lncalendarGetPIdBookingPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: string
  }
  /** Read the state of a booking */
  lncalendarGetPublicIdAppointmentsPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** True: the booking is paid. */
      readonly paid?: boolean
      /** True: paid after another booking took the slot. The owner refunds it. */
      readonly conflict?: boolean
      /** True: not paid in time. */
      readonly expired?: boolean
      /** Text for the payer, if any. */
      readonly text?: string
      /** Start, ISO 8601. */
      readonly start?: string
      /** End, ISO 8601. */
      readonly end?: string
    }
  }
  /** Get a paid booking as a calendar entry */
  lncalendarGetPublicIdAppointmentsPaymentHashCalendarIcs: {
    path: { id: string; payment_hash: string }
    answer: string
  }
  /** List the free slots of a calendar */
  lncalendarGetPublicIdSlots: {
    path: { id: string }
    query?: { from?: string; to?: string }
    answer: readonly {
      /** Start, ISO 8601. */
      readonly start?: string
      /** End, ISO 8601. */
      readonly end?: string
    }[]
  }
  /** Check whether an invoice of a page is paid */
  lncalendarGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  lncalendarGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the calendars of the wallet */
  lncalendarList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly LncalendarItem[]
  }
  /** Close a calendar for some time */
  lncalendarPostIdUnavailable: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Start, ISO 8601. */
      readonly start: string
      /** End, ISO 8601. */
      readonly end: string
      /** Reason, shown to the owner only. */
      readonly name?: string
    }
    answer: {
      /** Id of the closed time. */
      readonly id?: string
      /** Start, ISO 8601. */
      readonly start?: string
      /** End, ISO 8601. */
      readonly end?: string
      /** Reason, shown to the owner only. */
      readonly name?: string
    }
  }
  /** Book a slot */
  lncalendarPostPublicIdAppointments: {
    path: { id: string }
    body: {
      /** Name of the visitor. */
      readonly name: string
      /** Email address of the visitor. */
      readonly email?: string
      /** Subject of the booking. */
      readonly info?: string
      /** Start of a free slot, ISO 8601. */
      readonly start: string
    }
    answer: {
      /** Payment hash, the id of the booking. */
      readonly payment_hash?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** Until when the slot is held, ISO 8601. */
      readonly held_until?: string
      /** Same as `held_until`, Unix seconds. */
      readonly expires_at?: number
      /** Start, ISO 8601. */
      readonly start?: string
      /** End, ISO 8601. */
      readonly end?: string
    }
  }
  /** Read the public fields of a calendar */
  lncalendarPublic: {
    path: { id: string }
    answer: {
      /** Id of the item. */
      readonly id?: string
      /** Title of the calendar. */
      readonly name?: string
      /** IANA time zone, such as Europe/Berlin. */
      readonly timezone?: string
      /** Length of a slot, minutes. */
      readonly slot_minutes?: number
      /** Price of a slot, in `currency`. */
      readonly amount?: number
      /** Currency: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
    }
  }
  /** Change a calendar */
  lncalendarUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Title of the calendar. */
      readonly name?: string
      /** First day of the week with slots; 0 = Monday. */
      readonly start_day?: number
      /** Last day of the week with slots; if before `start_day`, the week wraps around. */
      readonly end_day?: number
      /** Start of the first slot of a day, HH:MM in the time zone. */
      readonly start_time?: string
      /** Latest end of the last slot of a day, HH:MM in the time zone. `24:00`, `00:00` and `23:59` are the end of the day. */
      readonly end_time?: string
      /** IANA time zone, such as Europe/Berlin. */
      readonly timezone?: string
      /** Length of a slot, minutes. */
      readonly slot_minutes?: number
      /** Price of a slot, in `currency`. */
      readonly amount?: number
      /** Currency: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** Shortest notice for a booking, minutes before the start. */
      readonly lead_minutes?: number
      /** How far ahead slots can be booked, days. */
      readonly horizon_days?: number
      /** Webhook URL, called per paid booking (signed JSON, retried). */
      readonly webhook_url?: string | null
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string | null
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string | null
    }
    answer: LncalendarItem
  }
  /** Create a login */
  lndhubCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Name of the app or person that uses the login. */
      readonly label: string
      /** `invoice`: receive and read. `admin`: also pay. */
      readonly mode: "invoice" | "admin"
      /** Maximum per payment, satoshis. */
      readonly max_payment?: number
      /** Maximum per day (UTC), satoshis with routing fees; absent = the balance of the wallet. */
      readonly daily_limit?: number
      /** When the login expires and all its calls are rejected, ISO 8601 in UTC (`2027-01-31T12:00:00Z`). */
      readonly expires_at?: string
      /** True: the login is disabled and its sessions are ended. */
      readonly revoked?: boolean
      /** Id of one of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: LndhubItem & {
      /** Password; not a wallet key. Shown once. */
      readonly secret?: string
      /** Login and password for an app to scan: `lndhub://…`. Shown once. */
      readonly uri?: string
    }
  }
  /** Delete a login */
  lndhubDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Read a login */
  lndhubGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: LndhubItem
  }
  /** Read the balance of the wallet */
  lndhubGetExtBalance: {
    answer: {
      /** `{AvailableBalance}`, satoshis, rounded down. */
      readonly BTC?: unknown
    }
  }
  /** Check whether a payment is settled */
  lndhubGetExtCheckpaymentPaymentHash: {
    path: { payment_hash: string }
    answer: {
      /** True: the invoice is paid. */
      readonly paid?: boolean
    }
  }
  /** Decode an invoice before paying it */
  lndhubGetExtCheckrouteinvoice: {
    query?: { invoice?: string }
    answer: {
      /** Public key of the payee. */
      readonly destination?: string
      /** Payment hash, hex. */
      readonly payment_hash?: string
      /** Amount, satoshis, rounded down; `0` if the invoice has none. */
      readonly num_satoshis?: string
      /** Amount, millisatoshis. */
      readonly num_msat?: string
      /** When the invoice was created, Unix seconds. */
      readonly timestamp?: string
      /** Validity of the invoice from then on, seconds. */
      readonly expiry?: string
      /** Description of the invoice. */
      readonly description?: string
      /** Description hash, if the invoice has no description. */
      readonly description_hash?: string
    }
  }
  /** Decode an invoice */
  lndhubGetExtDecodeinvoice: {
    query?: { invoice?: string }
    answer: {
      /** Public key of the payee. */
      readonly destination?: string
      /** Payment hash, hex. */
      readonly payment_hash?: string
      /** Amount, satoshis, rounded down; `0` if the invoice has none. */
      readonly num_satoshis?: string
      /** Amount, millisatoshis. */
      readonly num_msat?: string
      /** When the invoice was created, Unix seconds. */
      readonly timestamp?: string
      /** Validity of the invoice from then on, seconds. */
      readonly expiry?: string
      /** Description of the invoice. */
      readonly description?: string
      /** Description hash, if the invoice has no description. */
      readonly description_hash?: string
    }
  }
  /** List on-chain addresses (always empty) */
  lndhubGetExtGetbtc: {
    answer: readonly (Readonly<Record<string, unknown>>)[] | Readonly<Record<string, unknown>>
  }
  /** Read information about the node */
  lndhubGetExtGetinfo: {
    answer: {
      /** Public key of the node; zeros if it has none. */
      readonly identity_pubkey?: string
      /** Name of the service. */
      readonly alias?: string
      /** Always empty: not disclosed. */
      readonly uris?: readonly string[]
      /** Always 0: not disclosed. */
      readonly block_height?: number
      /** Always true. */
      readonly synced_to_chain?: boolean
      /** Version of the LndHub server. */
      readonly version?: string
    }
  }
  /** List pending on-chain payments (always empty) */
  lndhubGetExtGetpending: {
    answer: readonly (Readonly<Record<string, unknown>>)[] | Readonly<Record<string, unknown>>
  }
  /** List outgoing payments */
  lndhubGetExtGettxs: {
    query?: { limit?: string; offset?: string }
    answer: readonly {
      /** Constant: `paid_invoice`. */
      readonly type?: string
      /** Payment hash: `{type: "Buffer", data: [bytes]}`. */
      readonly r_hash?: unknown
      /** Payment hash: `{type: "Buffer", data: [bytes]}`. */
      readonly payment_hash?: unknown
      /** Preimage, hex; empty while in flight. */
      readonly payment_preimage?: string
      /** Amount with the fee, satoshis, rounded up. */
      readonly value?: number
      /** Fee included in `value`, satoshis, rounded up. */
      readonly fee?: number
      /** Time of the payment, Unix seconds. */
      readonly timestamp?: number
      /** Memo of the payment; `Payment in transition` while in flight. */
      readonly memo?: string
      /** Always false. */
      readonly keysend?: boolean
      /** Always empty. */
      readonly custom_records?: unknown
    }[] | Readonly<Record<string, unknown>>
  }
  /** List invoices, paid and unpaid */
  lndhubGetExtGetuserinvoices: {
    query?: { limit?: string; offset?: string }
    answer: readonly {
      /** Constant: `user_invoice`. */
      readonly type?: string
      /** Payment hash: `{type: "Buffer", data: [bytes]}`. */
      readonly r_hash?: unknown
      /** Payment hash, hex. */
      readonly payment_hash?: string
      /** Invoice (BOLT 11). */
      readonly payment_request?: string
      /** Same as `payment_request`. */
      readonly pay_req?: string
      /** Description of the invoice. */
      readonly description?: string
      /** When the invoice was created, Unix seconds. */
      readonly timestamp?: number
      /** Validity of the invoice from then on, seconds. */
      readonly expire_time?: number
      /** Amount, satoshis. */
      readonly amt?: number
      /** True: the invoice is paid. */
      readonly ispaid?: boolean
      /** Always false. */
      readonly keysend?: boolean
    }[] | Readonly<Record<string, unknown>>
  }
  /** Check whether an invoice of a page is paid */
  lndhubGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  lndhubGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the logins of the wallet */
  lndhubList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly LndhubItem[]
  }
  /** Create an invoice */
  lndhubPostExtAddinvoice: {
    body?: {
      /** Amount in satoshis, as a number or text. */
      readonly amt?: unknown
      /** Description of the invoice. */
      readonly memo?: unknown
      /** Description hash (SHA-256), 64 hex digits. */
      readonly description_hash?: unknown
    }
    answer: {
      /** Payment hash: `{type: "Buffer", data: [bytes]}`. */
      readonly r_hash?: unknown
      /** Invoice (BOLT 11). */
      readonly payment_request?: string
      /** Same as `payment_request`. */
      readonly pay_req?: string
      /** Ascending number. */
      readonly add_index?: string
    }
  }
  /** Log in, or refresh a session */
  lndhubPostExtAuth: {
    body?: {
      /** User name. */
      readonly login?: unknown
      /** Password. */
      readonly password?: unknown
      /** Refresh token, instead of login and password. */
      readonly refresh_token?: unknown
    }
    answer: {
      /** Access token for `Authorization: Bearer …`, valid for 2 hours. */
      readonly access_token?: string
      /** Refresh token for the next log-in, valid once within 14 days. */
      readonly refresh_token?: string
      /** Constant: `Bearer`. */
      readonly token_type?: string
    }
  }
  /** Reject the creation of an account */
  lndhubPostExtCreate: {
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay an invoice */
  lndhubPostExtPayinvoice: {
    body?: {
      /** Invoice to pay (BOLT 11). */
      readonly invoice?: unknown
      /** Amount in satoshis, for an invoice without an amount. */
      readonly amount?: unknown
    }
    answer: {
      /** Payment hash: `{type: "Buffer", data: [bytes]}`. */
      readonly payment_hash?: unknown
      /** Preimage, in the form of `payment_hash`. */
      readonly payment_preimage?: unknown
      /** Always empty. */
      readonly payment_error?: string
      /** `{total_amt, total_fees}`, satoshis, rounded up. */
      readonly payment_route?: unknown
      /** Invoice (BOLT 11). */
      readonly payment_request?: string
      /** Same as `payment_request`. */
      readonly pay_req?: string
      /** Amount without fees, satoshis. */
      readonly num_satoshis?: number
      /** Description of the invoice. */
      readonly description?: string
      /** Description hash of the invoice. */
      readonly description_hash?: string
    }
  }
  /** Change a login */
  lndhubUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Name of the app or person that uses the login. */
      readonly label?: string
      /** `invoice`: receive and read. `admin`: also pay. */
      readonly mode?: "invoice" | "admin"
      /** Maximum per payment, satoshis. */
      readonly max_payment?: number | null
      /** Maximum per day (UTC), satoshis with routing fees; absent = the balance of the wallet. */
      readonly daily_limit?: number | null
      /** When the login expires and all its calls are rejected, ISO 8601 in UTC (`2027-01-31T12:00:00Z`). */
      readonly expires_at?: string | null
      /** True: the login is disabled and its sessions are ended. */
      readonly revoked?: boolean
    }
    answer: LndhubItem
  }
  /** Create a form */
  lnticketCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Title of the form. */
      readonly name: string
      /** Description for visitors. */
      readonly description: string
      /** Price per word, or for the whole message, satoshis. */
      readonly amount: number
      /** True: `amount` is the price of the whole message. */
      readonly flatrate?: boolean
      /** Maximum message length, words. */
      readonly max_words?: number
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook_url?: string
      /** Email address that gets paid messages: the verified address of the account. */
      readonly notify_email?: string
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
      /** Result, as text. */
      readonly detail?: string
    }
  }
  /** Read a form */
  lnticketGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: LnticketItem
  }
  /** List messages */
  lnticketGetIdTickets: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Id of the message. */
      readonly id?: string
      /** Name of the sender. */
      readonly name?: string
      /** Email address of the sender. */
      readonly email?: string
      /** Text as typed: escape it before showing it. */
      readonly ltext?: string
      /** Price paid, satoshis. */
      readonly sats?: number
      /** Always true: unpaid messages are not listed. */
      readonly paid?: boolean
      /** Time of the payment, ISO 8601. */
      readonly time?: string
      /** True: the owner marked it as handled. */
      readonly handled?: boolean
    }[]
  }
  /** Open the page of a form */
  lnticketGetPId: {
    path: { id: string }
    answer: string
  }
  /** Check whether a message is paid */
  lnticketGetPublicIdTicketsPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** True: paid and delivered. */
      readonly paid?: boolean
    }
  }
  /** Check whether an invoice of a page is paid */
  lnticketGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  lnticketGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the forms of the wallet */
  lnticketList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly LnticketItem[]
  }
  /** Quote the price of a message */
  lnticketPostPublicIdQuote: {
    path: { id: string }
    body?: {
      /** Message typed so far. */
      readonly ltext?: string
    }
    answer: {
      /** Text for people: the price, or the limit that the message exceeds. */
      readonly text?: string
    }
  }
  /** Send a message */
  lnticketPostPublicIdTickets: {
    path: { id: string }
    body: {
      /** Name of the sender. */
      readonly name: string
      /** Email address of the sender. */
      readonly email?: string
      /** Text of the message; words are separated by white space. */
      readonly ltext: string
    }
    answer: {
      /** Payment hash of the invoice. */
      readonly payment_hash?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** Price, satoshis. */
      readonly sats?: number
      /** When the invoice expires, ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Read the public fields of a form */
  lnticketPublic: {
    path: { id: string }
    answer: {
      /** Id of the item. */
      readonly id?: string
      /** Title of the form. */
      readonly name?: string
      /** Description for visitors. */
      readonly description?: string
      /** Price per word, or for the whole message, satoshis. */
      readonly amount?: number
      /** True: `amount` is the price of the whole message. */
      readonly flatrate?: boolean
      /** Maximum message length, words. */
      readonly max_words?: number
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
    }
  }
  /** Mark a message as handled, or as open */
  lnticketPutIdTicketsTicket: {
    path: { id: string; ticket: string }
    query?: { wallet_id?: string }
    body: {
      /** True: handled. */
      readonly handled: boolean
    }
    answer: {
      /** Id of the message. */
      readonly id?: string
      /** Name of the sender. */
      readonly name?: string
      /** Email address of the sender. */
      readonly email?: string
      /** Text as typed: escape it before showing it. */
      readonly ltext?: string
      /** Price paid, satoshis. */
      readonly sats?: number
      /** Always true: unpaid messages are not listed. */
      readonly paid?: boolean
      /** Time of the payment, ISO 8601. */
      readonly time?: string
      /** True: the owner marked it as handled. */
      readonly handled?: boolean
    }
  }
  /** Change a form */
  lnticketUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Title of the form. */
      readonly name?: string
      /** Description for visitors. */
      readonly description?: string
      /** Price per word, or for the whole message, satoshis. */
      readonly amount?: number
      /** True: `amount` is the price of the whole message. */
      readonly flatrate?: boolean
      /** Maximum message length, words. */
      readonly max_words?: number
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook_url?: string | null
      /** Email address that gets paid messages: the verified address of the account. */
      readonly notify_email?: string | null
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string | null
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string | null
    }
    answer: LnticketItem
  }
  /** Create a pay link */
  lnurlpCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Description that payers see. */
      readonly description: string
      /** Smallest payment, in `currency`; worth at least 1 satoshi. */
      readonly min: number
      /** Largest payment, in `currency`; at least `min`. */
      readonly max: number
      /** `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** Maximum length of a comment of the payer, characters; 0 = no comments. */
      readonly comment_chars?: number
      /** Name before the @ of the Lightning address: letters a to z, digits, dots, hyphens and underscores. Never given to another account on the same domain, not even after deletion. */
      readonly username?: string
      /** Domain after the @: a host of this service (`SERVICE_DOMAINS`); default the host of its public URL. */
      readonly domain?: string
      /** True: accepts Nostr zaps (NIP-57) and publishes their receipts. */
      readonly zaps?: boolean
      /** True: wallets are asked not to store the link (LUD-11). */
      readonly disposable?: boolean
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook_url?: string
      /** Additional headers of the webhook: an object of at most 20 texts. */
      readonly webhook_headers?: unknown
      /** JSON that the webhook carries as `body`. */
      readonly webhook_body?: unknown
      /** Message that payers see after payment. */
      readonly success_text?: string
      /** URL (https) that payers see after payment. */
      readonly success_url?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a pay link */
  lnurlpGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: LnurlpItem
  }
  /** Read a pay link */
  lnurlpGetLnurlId: {
    path: { id: string }
    query?: { webhook_data?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Read a pay link: get an invoice */
  lnurlpGetLnurlIdCb: {
    path: { id: string }
    query?: { webhook_data?: string; amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Read a pay link: get an invoice */
  lnurlpGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { webhook_data?: string; amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Open the page of a pay link */
  lnurlpGetPId: {
    path: { id: string }
    answer: string
  }
  /** Open the page before `success_url` */
  lnurlpGetPIdThanks: {
    path: { id: string }
    answer: string
  }
  /** Check whether an invoice of a page is paid */
  lnurlpGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  lnurlpGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Read a Lightning address */
  lnurlpGetWellKnownLnurlpUsername: {
    path: { username: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the pay links of the wallet */
  lnurlpList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly LnurlpItem[]
  }
  /** Read the public fields of a pay link */
  lnurlpPublic: {
    path: { id: string }
    answer: {
      /** Id of the item. */
      readonly id?: string
      /** Description that payers see. */
      readonly description?: string
      /** Smallest payment, in `currency`; worth at least 1 satoshi. */
      readonly min?: number
      /** Largest payment, in `currency`; at least `min`. */
      readonly max?: number
      /** `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** Maximum length of a comment of the payer, characters; 0 = no comments. */
      readonly comment_chars?: number
      /** The link as LNURL (LUD-01). */
      readonly lnurl?: string
      /** Lightning address, if the link has a `username`. */
      readonly lightning_address?: string
    }
  }
  /** Change a pay link */
  lnurlpUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Description that payers see. */
      readonly description?: string
      /** Smallest payment, in `currency`; worth at least 1 satoshi. */
      readonly min?: number
      /** Largest payment, in `currency`; at least `min`. */
      readonly max?: number
      /** `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** Maximum length of a comment of the payer, characters; 0 = no comments. */
      readonly comment_chars?: number
      /** Name before the @ of the Lightning address: letters a to z, digits, dots, hyphens and underscores. Never given to another account on the same domain, not even after deletion. */
      readonly username?: string | null
      /** Domain after the @: a host of this service (`SERVICE_DOMAINS`); default the host of its public URL. */
      readonly domain?: string | null
      /** True: accepts Nostr zaps (NIP-57) and publishes their receipts. */
      readonly zaps?: boolean
      /** True: wallets are asked not to store the link (LUD-11). */
      readonly disposable?: boolean
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook_url?: string | null
      /** Additional headers of the webhook: an object of at most 20 texts. */
      readonly webhook_headers?: unknown
      /** JSON that the webhook carries as `body`. */
      readonly webhook_body?: unknown
      /** Message that payers see after payment. */
      readonly success_text?: string | null
      /** URL (https) that payers see after payment. */
      readonly success_url?: string | null
    }
    answer: LnurlpItem
  }
  /** Log in to a service with the wallet */
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
      /** Current six digits of the authenticator app; each code is accepted once. */
      readonly totp?: string
    }
    answer: TokenResponse
  }
  /** Log in with a passkey */
  loginByPasskey: {
    body: PasskeyCredential
    answer: TokenResponse
  }
  /** Log in by user id only */
  loginByUserId: {
    body: {
      /** User id, with or without dashes: a secret. */
      readonly usr: string
    }
    answer: TokenResponse
  }
  /** Log in with a Nostr key */
  loginWithNostr: {
    body?: {
      /** Signed event of kind 27235 as JSON text or base64. Its `u` tag is the full URL of this endpoint below the public URL of the service, a former one, or another of its host names; its `method` tag is `POST`; less than a minute old and not used before. */
      readonly nostr_event: string
    }
    answer: TokenResponse
  }
  /** Create a domain */
  nostrnip5Create: {
    query?: { wallet_id?: string }
    body: {
      /** Domain after the @, without a port; it must resolve to this service. */
      readonly domain: string
      /** `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** Price of a name per year, in `currency`; at least 1 satoshi. */
      readonly cost: number
      /** Maximum years per order. */
      readonly max_years?: number
      /** Prices of short names: the entry with the smallest `max_length` that fits applies. */
      readonly char_count_cost?: readonly {
        /** Maximum length of names with this price, characters. */
        readonly max_length: number
        /** Price per year, in `currency`. */
        readonly amount: number
      }[]
      /** Promotion codes. */
      readonly promotions?: readonly {
        /** Promotion code; not case-sensitive. */
        readonly code: string
        /** Discount, percent. */
        readonly buyer_discount_percent?: number
        /** Bonus of `selected_referer`, percent of payment. */
        readonly referer_bonus_percent?: number
        /** Recipient of the bonus: id of a wallet of yours, a Lightning address or an LNURL. */
        readonly selected_referer?: string
      }[]
      /** Names that are not sold. `_`, the domain itself, is never sold. */
      readonly reserved_names?: readonly string[]
      /** Days after expiry in which a name still works and can be renewed. */
      readonly grace_days?: number
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Revoke a name */
  nostrnip5DeleteIdAddressesAddress: {
    path: { id: string; address: string }
    query?: { wallet_id?: string }
    answer: {
      /** Confirmation, as text. */
      readonly detail?: string
    }
  }
  /** Read a domain */
  nostrnip5Get: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: Nostrnip5Item
  }
  /** List the addresses of a domain */
  nostrnip5GetIdAddresses: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Id of the address. */
      readonly id?: string
      /** Name before the @: letters a to z, digits, dots, hyphens and underscores. */
      readonly local_part?: string
      /** Nostr public key, hex. */
      readonly pubkey?: string
      /** Relays of the key. */
      readonly relays?: readonly string[]
      /** True: the name resolves to the key. */
      readonly active?: boolean
      /** When the name expires, ISO 8601. */
      readonly expires_at?: string
      /** Refund owed because another buyer paid first, satoshis. */
      readonly reimburse_sats?: number
    }[]
  }
  /** Open the page to buy a name */
  nostrnip5GetPId: {
    path: { id: string }
    answer: string
  }
  /** Open the page to change a name */
  nostrnip5GetPIdManage: {
    path: { id: string }
    answer: string
  }
  /** Resolve a name of a domain to its Nostr key */
  nostrnip5GetPublicIdNostrJson: {
    path: { id: string }
    query?: { name?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Read the state of an order */
  nostrnip5GetPublicIdOrdersPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** True: the order is paid. */
      readonly paid?: boolean
      /** True: the order expired. */
      readonly expired?: boolean
      /** When the invoice expires, ISO 8601. */
      readonly expires_at?: string
      /** True: the name resolves to the key. */
      readonly active?: boolean
      /** Reason of a failure. */
      readonly text?: string
    }
  }
  /** Check availability and price of a name */
  nostrnip5GetPublicIdSearch: {
    path: { id: string }
    query: { q: string; years?: number; promo?: string }
    answer: {
      /** True: the name can be bought now. */
      readonly available?: boolean
      /** Price of all years, in `currency`. */
      readonly price?: number
      /** `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** Price in satoshis, at the current rate. */
      readonly price_sats?: number
      /** Reason, if the name cannot be bought. */
      readonly reason?: string
    }
  }
  /** Check whether an invoice of a page is paid */
  nostrnip5GetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  nostrnip5GetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Resolve a name to its Nostr key */
  nostrnip5GetWellKnownNostrJson: {
    query?: { name?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the domains of the wallet */
  nostrnip5List: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly Nostrnip5Item[]
  }
  /** Give a name away */
  nostrnip5PostIdAddresses: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Name before the @: letters a to z, digits, dots, hyphens and underscores. */
      readonly local_part: string
      /** Nostr public key: 64 hex digits, or `npub1…`. */
      readonly pubkey: string
      /** Up to 10 relays of the key. */
      readonly relays?: readonly string[]
      /** Number of years. */
      readonly years?: number
    }
    answer: {
      /** Id of the address. */
      readonly id?: string
      /** Name before the @: letters a to z, digits, dots, hyphens and underscores. */
      readonly local_part?: string
      /** Nostr public key, hex. */
      readonly pubkey?: string
      /** Relays of the key. */
      readonly relays?: readonly string[]
      /** True: the name resolves to the key. */
      readonly active?: boolean
      /** When the name expires, ISO 8601. */
      readonly expires_at?: string
      /** Refund owed because another buyer paid first, satoshis. */
      readonly reimburse_sats?: number
      /** Secret with which the user changes the address; shown once. */
      readonly manage_secret?: string
    }
  }
  /** Buy or renew a name */
  nostrnip5PostPublicIdAddresses: {
    path: { id: string }
    body: {
      /** Name before the @: letters a to z, digits, dots, hyphens and underscores. */
      readonly local_part: string
      /** Nostr public key: 64 hex digits, or `npub1…`. */
      readonly pubkey: string
      /** Up to 10 relays of the key. */
      readonly relays?: readonly string[]
      /** Number of years. */
      readonly years?: number
      /** Promotion code. */
      readonly promo?: string
    }
    answer: {
      /** Payment hash, for requests of the state. */
      readonly payment_hash?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** When the invoice expires, ISO 8601. */
      readonly expires_at?: string
      /** Id of the address. */
      readonly address?: string
      /** Secret for changing the address; shown once. */
      readonly manage_secret?: string
      /** Text that the page shows after payment. */
      readonly text?: string
    }
  }
  /** Quote the price of a name as text */
  nostrnip5PostPublicIdQuote: {
    path: { id: string }
    body?: {
      /** Name before the @. */
      readonly local_part?: string
      /** Number of years. */
      readonly years?: number
      /** Promotion code. */
      readonly promo?: string
    }
    answer: {
      /** Text for people: the price, or the reason why it cannot be bought. */
      readonly text?: string
    }
  }
  /** Read the public fields of a domain */
  nostrnip5Public: {
    path: { id: string }
    answer: {
      /** Id of the item. */
      readonly id?: string
      /** Domain after the @, without a port; it must resolve to this service. */
      readonly domain?: string
      /** `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** Price of a name per year, in `currency`; at least 1 satoshi. */
      readonly cost?: number
      /** Maximum years per order. */
      readonly max_years?: number
      /** Prices of short names: the entry with the smallest `max_length` that fits applies. */
      readonly char_count_cost?: readonly {
        /** Maximum length of names with this price, characters. */
        readonly max_length?: number
        /** Price per year, in `currency`. */
        readonly amount?: number
      }[]
      /** Days after expiry in which a name still works and can be renewed. */
      readonly grace_days?: number
    }
  }
  /** Change the key or relays of an address */
  nostrnip5PutIdAddressesAddress: {
    path: { id: string; address: string }
    query?: { wallet_id?: string }
    body?: {
      /** Nostr public key: 64 hex digits, or `npub1…`. */
      readonly pubkey?: string
      /** Up to 10 relays of the key. */
      readonly relays?: readonly string[]
    }
    answer: {
      /** Id of the address. */
      readonly id?: string
      /** Name before the @: letters a to z, digits, dots, hyphens and underscores. */
      readonly local_part?: string
      /** Nostr public key, hex. */
      readonly pubkey?: string
      /** Relays of the key. */
      readonly relays?: readonly string[]
      /** True: the name resolves to the key. */
      readonly active?: boolean
      /** When the name expires, ISO 8601. */
      readonly expires_at?: string
      /** Refund owed because another buyer paid first, satoshis. */
      readonly reimburse_sats?: number
    }
  }
  /** Change the key or relays of a bought name */
  nostrnip5PutPublicIdAddressesAddress: {
    path: { id: string; address: string }
    body: {
      /** Secret that was shown at the purchase. */
      readonly manage_secret: string
      /** Nostr public key: 64 hex digits, or `npub1…`. */
      readonly pubkey?: string
      /** Up to 10 relays of the key. */
      readonly relays?: readonly string[]
    }
    answer: {
      /** Id of the address. */
      readonly id?: string
      /** Name before the @: letters a to z, digits, dots, hyphens and underscores. */
      readonly local_part?: string
      /** Nostr public key, hex. */
      readonly pubkey?: string
      /** Relays of the key. */
      readonly relays?: readonly string[]
      /** True: the name resolves to the key. */
      readonly active?: boolean
      /** When the name expires, ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Change a domain */
  nostrnip5Update: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Domain after the @, without a port; it must resolve to this service. */
      readonly domain?: string
      /** `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** Price of a name per year, in `currency`; at least 1 satoshi. */
      readonly cost?: number
      /** Maximum years per order. */
      readonly max_years?: number
      /** Prices of short names: the entry with the smallest `max_length` that fits applies. */
      readonly char_count_cost?: readonly {
        /** Maximum length of names with this price, characters. */
        readonly max_length: number
        /** Price per year, in `currency`. */
        readonly amount: number
      }[] | null
      /** Promotion codes. */
      readonly promotions?: readonly {
        /** Promotion code; not case-sensitive. */
        readonly code: string
        /** Discount, percent. */
        readonly buyer_discount_percent?: number
        /** Bonus of `selected_referer`, percent of payment. */
        readonly referer_bonus_percent?: number
        /** Recipient of the bonus: id of a wallet of yours, a Lightning address or an LNURL. */
        readonly selected_referer?: string
      }[] | null
      /** Names that are not sold. `_`, the domain itself, is never sold. */
      readonly reserved_names?: readonly string[] | null
      /** Days after expiry in which a name still works and can be renewed. */
      readonly grace_days?: number
    }
    answer: Nostrnip5Item
  }
  /** Change the note of a payment */
  notePayment: {
    path: { checking_id: string }
    query?: { wallet_id?: string }
    body: {
      /** Note for yourself: at most 2,000 characters. */
      readonly note?: string
      /** Complete list of labels: at most 20, of 1 to 40 characters each. */
      readonly labels?: readonly string[]
      /** Id of one of your contacts; null = none. */
      readonly contact_id?: string | null
    }
    answer: PaymentNote
  }
  /** Create a connection */
  nwcproviderCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Name of the app or person that uses the connection. */
      readonly description: string
      /** Permissions: `pay`, `invoice` (create invoices), `lookup` (find one payment, get notified of received and sent ones), `history`, `balance`, `info`. */
      readonly permissions: readonly ("pay" | "invoice" | "lookup" | "history" | "balance" | "info")[]
      /** When the connection expires and every request is rejected, ISO 8601 in UTC (`2027-01-31T12:00:00Z`). */
      readonly expires_at?: string
      /** Budgets, with routing fees; a payment must fit all of them. With `pay`, one budget or `unlimited` is required. */
      readonly budgets?: readonly {
        /** Maximum per window, millisatoshis. */
        readonly budget_msats: number
        /** Length of the window, seconds; 0 = never renewed. */
        readonly refresh_window: number
      }[]
      /** True: the balance of the wallet is the only limit. */
      readonly unlimited?: boolean
      /** Public key of the app, 64 hex digits; if absent, one is generated, and its secret is in `connection_uri`. Cannot be changed later. */
      readonly pubkey?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
      readonly wallet?: string
    }
    answer: NwcproviderItem & {
      /** URI that the app scans: `nostr+walletconnect://…`. Contains the secret of the app, which is not stored. Shown once. */
      readonly connection_uri?: string
    }
  }
  /** Delete a connection */
  nwcproviderDelete: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Read a connection */
  nwcproviderGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: NwcproviderItem
  }
  /** Open the page to connect an app */
  nwcproviderGetPPair: {
    answer: string
  }
  /** Check whether an invoice of a page is paid */
  nwcproviderGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  nwcproviderGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the connections of the wallet */
  nwcproviderList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly NwcproviderItem[]
  }
  /** Connect an app and show its QR code */
  nwcproviderPostPair: {
    query?: { wallet_id?: string }
    body: {
      /** Name of the app or person that uses the connection. */
      readonly description: string
      /** Permissions: `pay` (and receive), or `receive`. */
      readonly may: "pay" | "receive"
      /** With `pay`: maximum per window, satoshis with routing fees. */
      readonly budget_sats?: number
      /** Length of the window, seconds; 0 = never renewed. */
      readonly refresh_window?: number
    }
    answer: string
  }
  /** Change a connection */
  nwcproviderUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Name of the app or person that uses the connection. */
      readonly description?: string
      /** Permissions: `pay`, `invoice` (create invoices), `lookup` (find one payment, get notified of received and sent ones), `history`, `balance`, `info`. */
      readonly permissions?: readonly ("pay" | "invoice" | "lookup" | "history" | "balance" | "info")[]
      /** When the connection expires and every request is rejected, ISO 8601 in UTC (`2027-01-31T12:00:00Z`). */
      readonly expires_at?: string | null
      /** Budgets, with routing fees; a payment must fit all of them. With `pay`, one budget or `unlimited` is required. */
      readonly budgets?: readonly {
        /** Maximum per window, millisatoshis. */
        readonly budget_msats: number
        /** Length of the window, seconds; 0 = never renewed. */
        readonly refresh_window: number
      }[]
      /** True: the balance of the wallet is the only limit. */
      readonly unlimited?: boolean
      /** Public key of the app, 64 hex digits; if absent, one is generated, and its secret is in `connection_uri`. Cannot be changed later. */
      readonly pubkey?: string | null
    }
    answer: NwcproviderItem
  }
  /** Create a product */
  offlineshopCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Name of the product. */
      readonly name: string
      /** Product description. */
      readonly description?: string
      /** A picture as `data:` URL: PNG, JPEG, GIF or WebP of at most 100 kB. */
      readonly image?: string
      /** Price, in the currency. */
      readonly price: number
      /** Currency: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** False: not for sale. */
      readonly enabled?: boolean
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a product */
  offlineshopGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: OfflineshopItem
  }
  /** Open the confirmation of a sale */
  offlineshopGetConfirmPaymentHash: {
    path: { payment_hash: string }
    query?: { t?: string }
    answer: string
  }
  /** List the sales of a product */
  offlineshopGetIdSales: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Payment hash. */
      readonly payment_hash?: string
      /** Price, in the currency. */
      readonly amount?: number
      /** Currency of the price. */
      readonly currency?: string
      /** Amount received, satoshis. */
      readonly sats?: number
      /** Time of the sale, ISO 8601. */
      readonly time?: string
      /** Word or code that the customer shows. */
      readonly word?: string
    }[]
  }
  /** Pay for a product */
  offlineshopGetLnurlId: {
    path: { id: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a product: get an invoice */
  offlineshopGetLnurlIdCb: {
    path: { id: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a product: get an invoice */
  offlineshopGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Open the page of a product */
  offlineshopGetPId: {
    path: { id: string }
    answer: string
  }
  /** Open the page that asks for the key of the sheet */
  offlineshopGetPPrint: {
    answer: string
  }
  /** Print all products of the wallet */
  offlineshopGetPrint: {
    query?: { wallet_id?: string }
    answer: string
  }
  /** Read how sales are confirmed */
  offlineshopGetShopSettings: {
    query?: { wallet_id?: string }
    answer: {
      /** Confirmation of sales: `wordlist`, `totp` or `none`. */
      readonly method?: string
      /** Words that customers show, one after another. Admin key only. */
      readonly wordlist?: readonly string[]
      /** URI for an authenticator app, with the secret; shown once, when it is generated. */
      readonly totp_uri?: string
    }
  }
  /** Check whether an invoice of a page is paid */
  offlineshopGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  offlineshopGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the products of the wallet */
  offlineshopList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly OfflineshopItem[]
  }
  /** Read the public fields of a product */
  offlineshopPublic: {
    path: { id: string }
    answer: {
      /** Id of the item. */
      readonly id?: string
      /** Name of the product. */
      readonly name?: string
      /** Product description. */
      readonly description?: string
      /** A picture as `data:` URL: PNG, JPEG, GIF or WebP of at most 100 kB. */
      readonly image?: string
      /** Price, in the currency. */
      readonly price?: number
      /** Currency: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** False: not for sale. */
      readonly enabled?: boolean
      /** LNURL for customers to scan. */
      readonly lnurl?: string
    }
  }
  /** Change how sales are confirmed */
  offlineshopPutShopSettings: {
    query?: { wallet_id?: string }
    body?: {
      /** Confirmation of sales: `wordlist`, `totp` or `none`. */
      readonly method?: "wordlist" | "totp" | "none"
      /** Words that customers show, one after another. Admin key only. */
      readonly wordlist?: readonly string[]
      /** True: generates a new secret; codes of the old one stop working. */
      readonly reset?: boolean
    }
    answer: {
      /** Confirmation of sales: `wordlist`, `totp` or `none`. */
      readonly method?: string
      /** Words that customers show, one after another. Admin key only. */
      readonly wordlist?: readonly string[]
      /** URI for an authenticator app, with the secret; shown once, when it is generated. */
      readonly totp_uri?: string
    }
  }
  /** Change a product */
  offlineshopUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Name of the product. */
      readonly name?: string
      /** Product description. */
      readonly description?: string | null
      /** A picture as `data:` URL: PNG, JPEG, GIF or WebP of at most 100 kB. */
      readonly image?: string | null
      /** Price, in the currency. */
      readonly price?: number
      /** Currency: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** False: not for sale. */
      readonly enabled?: boolean
    }
    answer: OfflineshopItem
  }
  /** Follow payments */
  openWebSocket: {
    query?: { last_id?: string }
    answer: undefined
  }
  /** Follow the payments of one id */
  openWebSocketOf: {
    path: { id: string }
    query?: { last_id?: string }
    answer: undefined
  }
  /** Set the order of your wallets */
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
  /** Pay an LNURL (same as `POST /api/v1/payments/lnurl`) */
  payLnurlByOtherName: {
    query?: { wallet_id?: string }
    body: LnurlPayment
    answer: LnurlPaid
  }
  /** Create a paywall */
  paywallCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Title of the product. */
      readonly memo: string
      /** Product description. */
      readonly description?: string
      /** Price, in `currency`; 0 = the buyer chooses, at least 1 satoshi. */
      readonly amount: number
      /** Currency of amount: `sat` or a currency code. */
      readonly currency?: string
      /** True: the browser of a buyer remembers the access. */
      readonly remembers?: boolean
      /** URL (https) that is sold: the buyer is redirected to it, or the file is fetched from it. In the URL of a file, `{version}` is the version that the buyer asks for. */
      readonly url: string
      /** `url`: buyers get the URL. `file`: buyers get the file, but not its URL. */
      readonly kind?: "url" | "file"
      /** Headers sent to the host of the file: an object of at most 20 texts. */
      readonly file_headers?: unknown
      /** Maximum downloads per purchase of a file. */
      readonly max_downloads?: number
      /** Days until a purchase expires; 0 = never. */
      readonly access_days?: number
      /** True: the file is an archive that programs download with the hash of their payment. */
      readonly release?: boolean
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a paywall */
  paywallGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: PaywallItem
  }
  /** Download a purchase */
  paywallGetDownloadLink: {
    path: { link: string }
    query?: { version?: string }
    answer: string
  }
  /** Pay for a paywall */
  paywallGetLnurlId: {
    path: { id: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a paywall: get an invoice */
  paywallGetLnurlIdCb: {
    path: { id: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a paywall: get an invoice */
  paywallGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Open the page of a paywall */
  paywallGetPId: {
    path: { id: string }
    answer: string
  }
  /** Open the page of a purchase */
  paywallGetPIdOpen: {
    path: { id: string }
    query?: { claim?: string; preimage?: string }
    answer: string
  }
  /** Get the price or an invoice, compatible with LNbits */
  paywallGetPaywallsInvoiceId: {
    path: { id: string }
    query?: { amount?: number }
    answer: {
      /** Price; only without `amount`. */
      readonly amount?: number
      /** Payment hash; later it opens the purchase. */
      readonly payment_hash?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
    }
  }
  /** Open a purchase */
  paywallGetPublicIdAccess: {
    path: { id: string }
    query?: { claim?: string; preimage?: string }
    answer: {
      /** URL that was bought, or a download link. */
      readonly url?: string
      /** When a download link expires, ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Check whether a purchase is paid */
  paywallGetPublicIdState: {
    path: { id: string }
    query?: { claim?: string }
    answer: {
      /** True: the purchase is paid and has not expired. */
      readonly paid?: boolean
    }
  }
  /** Download a release */
  paywallGetReleaseId: {
    path: { id: string }
    query?: { payment_hash?: string; version?: string }
    answer: string
  }
  /** Check whether an invoice of a page is paid */
  paywallGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  paywallGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a paywall */
  paywallGetWellKnownLnurlpId: {
    path: { id: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a paywall: get an invoice */
  paywallGetWellKnownLnurlpIdCb: {
    path: { id: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay for a paywall: get an invoice */
  paywallGetWellKnownLnurlpIdCbOffer: {
    path: { id: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the paywalls of the wallet */
  paywallList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly PaywallItem[]
  }
  /** Open a purchase, compatible with LNbits */
  paywallPostPaywallsCheckInvoiceId: {
    path: { id: string }
    body: {
      /** Payment hash. */
      readonly payment_hash: string
    }
    answer: {
      /** True: the purchase is paid and has not expired. */
      readonly paid?: boolean
      /** URL that was bought, or a download link; only if paid. */
      readonly url?: string
      /** True: the browser of a buyer remembers the access; only if paid. */
      readonly remembers?: boolean
    }
  }
  /** Buy, compatible with LNbits */
  paywallPostPaywallsInvoiceId: {
    path: { id: string }
    body: {
      /** Amount in the currency of the paywall; at least its price. */
      readonly amount: number
    }
    answer: {
      /** Payment hash; later it opens the purchase. */
      readonly payment_hash?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
    }
  }
  /** Create an invoice for a purchase */
  paywallPostPublicIdInvoices: {
    path: { id: string }
    body?: {
      /** Amount in the paywall’s currency, if the buyer chooses it. */
      readonly amount?: number
    }
    answer: {
      /** Payment hash. */
      readonly payment_hash?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** Secret that opens the purchase once it is paid. Shown once. */
      readonly claim?: string
      /** Amount of the invoice, satoshis. */
      readonly amount?: number
      /** When the invoice expires, ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Read the public fields of a paywall */
  paywallPublic: {
    path: { id: string }
    answer: {
      /** Id of the item. */
      readonly id?: string
      /** Title of the product. */
      readonly memo?: string
      /** Product description. */
      readonly description?: string
      /** Price, in `currency`; 0 = the buyer chooses, at least 1 satoshi. */
      readonly amount?: number
      /** Currency of amount: `sat` or a currency code. */
      readonly currency?: string
      /** `url`: buyers get the URL. `file`: buyers get the file, but not its URL. */
      readonly kind?: string
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
    }
  }
  /** Change a paywall */
  paywallUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Title of the product. */
      readonly memo?: string
      /** Product description. */
      readonly description?: string | null
      /** Price, in `currency`; 0 = the buyer chooses, at least 1 satoshi. */
      readonly amount?: number
      /** Currency of amount: `sat` or a currency code. */
      readonly currency?: string
      /** True: the browser of a buyer remembers the access. */
      readonly remembers?: boolean
      /** URL (https) that is sold: the buyer is redirected to it, or the file is fetched from it. In the URL of a file, `{version}` is the version that the buyer asks for. */
      readonly url?: string
      /** `url`: buyers get the URL. `file`: buyers get the file, but not its URL. */
      readonly kind?: "url" | "file"
      /** Headers sent to the host of the file: an object of at most 20 texts. */
      readonly file_headers?: unknown
      /** Maximum downloads per purchase of a file. */
      readonly max_downloads?: number
      /** Days until a purchase expires; 0 = never. */
      readonly access_days?: number
      /** True: the file is an archive that programs download with the hash of their payment. */
      readonly release?: boolean
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string | null
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string | null
    }
    answer: PaywallItem
  }
  /** Query the node about a payment now */
  pollPayment: {
    path: { checking_id: string }
    answer: {
      /** Answer of the node, as text; `no answer: …` if there was none. */
      readonly node_answer: string
      /** True: the state of the payment has changed. */
      readonly changed: boolean
      readonly payment: OperatorPayment
    }
  }
  /** Start to add a passkey */
  preparePasskey: {
    body?: {
      /** Current password. */
      readonly password?: string
    }
    answer: PasskeyRegistrationOptions
  }
  /** Start to register with a passkey */
  preparePasskeyAccount: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, not case-sensitive. */
      readonly username: string
      /** Token of the link, which is in its URL after the #. */
      readonly invitation?: string
    }
    answer: PasskeyRegistrationOptions
  }
  /** Set up an authenticator app */
  prepareTotp: {
    body?: {
      /** Current password. */
      readonly password?: string
    }
    answer: {
      /** Secret in base32, to type into the app. Shown once. */
      readonly secret: string
      /** The secret as a URI, `otpauth://totp/…`, to show as a QR code. */
      readonly uri: string
    }
  }
  /** Log in with the second factor */
  proveSecondFactor: {
    body: {
      /** From the 401 of a log-in that needs only the second factor; valid for 5 minutes. */
      readonly ticket: string
      /** Current six digits of the authenticator app; each code is accepted once. */
      readonly totp?: string
      /** One of the recovery codes, instead of a lost second factor; each is accepted once. */
      readonly recovery_code?: string
      readonly passkey?: PasskeyCredential
    }
    answer: TokenResponse
  }
  /** Read the request of a program */
  readConsentRequest: {
    query: { client_id: string; redirect_uri: string; scope: string; code_challenge: string; code_challenge_method: "S256"; response_type: "code"; state?: string }
    answer: {
      /** Name that the program gives itself. */
      readonly client_name: string
      /** True: the name is the host that the browser returns to. */
      readonly is_address: boolean
      /** URL that the browser returns to. */
      readonly redirect_uri: string
      /** Requested scopes. */
      readonly scopes: readonly string[]
      /** True: it requests to pay and needs a budget. */
      readonly may_spend: boolean
      /** URL that the browser returns to if the user declines. */
      readonly denied_url: string
    }
  }
  /** Read the OAuth metadata */
  readOauthMetadata: {
    answer: {
      /** URL of this service. */
      readonly issuer: string
      /** URL of the consent page. */
      readonly authorization_endpoint: string
      /** URL of `POST /oauth/token`. */
      readonly token_endpoint: string
      /** URL of `POST /oauth/revoke`. */
      readonly revocation_endpoint: string
      /** URL of the API manual. */
      readonly service_documentation: string
      /** Scopes that a program can request. */
      readonly scopes_supported: readonly string[]
      /** Constant: `code`. */
      readonly response_types_supported: readonly string[]
      /** Constant: `query`. */
      readonly response_modes_supported: readonly string[]
      /** Constant: `authorization_code`. */
      readonly grant_types_supported: readonly string[]
      /** Constant: `S256`. */
      readonly code_challenge_methods_supported: readonly string[]
      /** Constant: `none`, because clients have no secret. */
      readonly token_endpoint_auth_methods_supported: readonly string[]
      /** Constant: `none`. */
      readonly revocation_endpoint_auth_methods_supported: readonly string[]
      /** Constant: true (RFC 9207). */
      readonly authorization_response_iss_parameter_supported: boolean
    }
  }
  /** Read how this service sends messages */
  readPushKey: {
    answer: {
      /** `applicationServerKey` for `pushManager.subscribe`; null = this service sends no push messages. */
      readonly key: string | null
      /** True: messages can also be sent by email. */
      readonly mail: boolean
    }
  }
  /** Redeliver a webhook call */
  redeliverWebhook: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: Detail
  }
  /** Register */
  register: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, not case-sensitive. */
      readonly username: string
      /** 8 to 128 characters of any kind. */
      readonly password: string
      /** Same password again. */
      readonly password_repeat?: string
      /** Email address; empty = none. */
      readonly email?: string
      /** Token of the link, which is in its URL after the #. */
      readonly invitation?: string
    }
    answer: Registered
  }
  /** Register with a passkey */
  registerByPasskey: {
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, not case-sensitive. */
      readonly username: string
      /** Name that you give it. */
      readonly name: string
      readonly passkey: NewPasskeyCredential
      /** Token of the link, which is in its URL after the #. */
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
  /** Remove the Nostr key for your messages */
  removeNostrMessages: {
    answer: NostrDestination
  }
  /** Remove a passkey */
  removePasskey: {
    path: { id: string }
    body?: {
      /** Current password. */
      readonly password?: string
    }
    answer: Detail
  }
  /** Unsubscribe a browser from messages */
  removePushSubscription: {
    body: {
      /** URL at the push service of the browser. */
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
      /** Current six digits of the authenticator app; each code is accepted once. */
      readonly totp?: string
      /** One of the recovery codes, instead of a lost second factor; each is accepted once. */
      readonly recovery_code?: string
    }
    answer: Detail
  }
  /** Remove a user's second factor */
  removeUserSecondFactor: {
    path: { user_id: string }
    answer: Detail
  }
  /** Change the name or appearance of the wallet */
  renameWallet: {
    query?: { wallet_id?: string }
    body: {
      /** Name, 1 to 64 characters. */
      readonly name?: string
      /** Icon of the wallet. */
      readonly icon?: "bolt" | "car" | "coins" | "cup" | "gift" | "heart" | "home" | "music" | "people" | "plane" | "school" | "shop" | "star" | "tools" | "wallet" | null
      /** Colour of the icon. */
      readonly color?: "blue" | "brown" | "green" | "grey" | "orange" | "pink" | "purple" | "red" | null
      /** Currency in which its balance is shown: one of `GET /api/v1/currencies`. */
      readonly currency?: string | null
    }
    answer: Wallet
  }
  /** Create new recovery codes */
  renewRecoveryCodes: {
    body?: {
      /** Current password. */
      readonly password?: string
    }
    answer: {
      /** Ten codes, shown once: each replaces the second factor in one log-in. Store them apart from it. */
      readonly recovery_codes: readonly string[]
    }
  }
  /** Set a new password with a reset link */
  resetPassword: {
    body: {
      /** Token of the link, which is in its URL after the #. */
      readonly token: string
      /** 8 to 128 characters of any kind. */
      readonly password: string
      /** Same password again. */
      readonly password_repeat?: string
    }
    answer: {
      /** Username for the log-in. */
      readonly username: string
    }
  }
  /** Replace the keys of the wallet */
  resetWalletKeys: {
    query?: { wallet_id?: string }
    body?: {
      /** Kinds of access to keep, because you created them yourself. */
      readonly keep?: readonly ("guest-share" | "lndhub-login" | "nwc-connection" | "bolt-card" | "withdraw-link" | "cash-machine" | "payout" | "door-link")[]
    }
    answer: Wallet
  }
  /** Resolve a stuck payment */
  resolvePayment: {
    path: { checking_id: string }
    body: {
      /** Outcome. */
      readonly outcome: "paid" | "failed"
      /** With `paid`, for a payment to another node: the preimage, if you have it. Without it, the payment is recorded as unproven. */
      readonly preimage?: string
      /** With `paid`, for a payment to another node: routing fee, if the node does not report it. The operator bears the part above the limit. */
      readonly fee_msat?: number
      /** Reason for the audit log; the owner sees it as the reason of a failure. */
      readonly reason: string
      /** True: also if the node does not confirm it. */
      readonly force?: boolean
      /** Current six digits of the authenticator app; each code is accepted once. */
      readonly totp?: string
    }
    answer: {
      /** Answer of the node, as text; `no answer: …` if there was none. */
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
  /** Revoke a token as its holder */
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
  /** Replace the webhook secret */
  rotateWebhookSecret: {
    query?: { wallet_id?: string }
    answer: {
      /** `whsec_` and base64: key of the `v1` signatures (HMAC-SHA256, Standard Webhooks). */
      readonly secret: string
      /** `whpk_` and base64: public key of the `v1a` signatures (ed25519); the same for all wallets. */
      readonly public_key: string
      /** Newest 20 calls. */
      readonly deliveries: readonly WebhookDelivery[]
    }
  }
  /** Create a charge */
  satspayCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Name of the payee that the payer sees, such as a shop name. */
      readonly name?: string
      /** Description; also in the invoice. */
      readonly description: string
      /** Amount, in `currency`. */
      readonly amount: number
      /** Currency: `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** Minutes until the charge expires. */
      readonly time?: number
      /** True: payable over Lightning. */
      readonly lightning?: boolean
      /** Id of a watch-only wallet of yours (`watchonly`): the charge is also payable on-chain, to its own address. */
      readonly onchain?: string
      /** True: an on-chain payment counts without a confirmation. */
      readonly zeroconf?: boolean
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook_url?: string
      /** URL (https) that the payer is redirected to after payment. */
      readonly completelink?: string
      /** Label of that link. */
      readonly completelink_text?: string
      /** JSON of yours, returned with the webhook. */
      readonly extra?: unknown
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a charge */
  satspayGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: SatspayItem
  }
  /** Read a charge, compatible with LNbits */
  satspayGetChargeId: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Id of the charge; its page is `/satspay/{id}`. */
      readonly id?: string
      /** Name of the payee that the payer sees, such as a shop name. */
      readonly name?: string
      /** Description; also in the invoice. */
      readonly description?: string
      /** Amount, satoshis. */
      readonly amount?: number
      /** Currency of the request, if not satoshis. */
      readonly currency?: string
      /** Amount, in `currency`. */
      readonly currency_amount?: number
      /** Minutes until the charge expires. */
      readonly time?: number
      /** When the charge was created, ISO 8601. */
      readonly timestamp?: string
      /** Amount received, satoshis. */
      readonly balance?: number
      /** Unconfirmed on-chain amount, not counted yet, satoshis. */
      readonly pending?: number
      /** True: fully paid. */
      readonly paid?: boolean
      /** True: an on-chain payment counts without a confirmation. */
      readonly zeroconf?: boolean
      /** Always false. */
      readonly fasttrack?: boolean
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** Payment hash of the invoice. */
      readonly payment_hash?: string
      /** Id of a watch-only wallet of yours (`watchonly`): the charge is also payable on-chain, to its own address. */
      readonly onchainwallet?: string
      /** On-chain address of the charge. */
      readonly onchainaddress?: string
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook?: string
      /** URL (https) that the payer is redirected to after payment. */
      readonly completelink?: string
      /** Label of that link. */
      readonly completelinktext?: string
      /** JSON of yours. */
      readonly extra?: string
    }
  }
  /** Get the style sheet of a page, compatible with LNbits */
  satspayGetCssCss: {
    path: { css: string }
    answer: string
  }
  /** List the charges of a wallet, compatible with LNbits */
  satspayGetLnbitsCharges: {
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Id of the charge; its page is `/satspay/{id}`. */
      readonly id?: string
      /** Name of the payee that the payer sees, such as a shop name. */
      readonly name?: string
      /** Description; also in the invoice. */
      readonly description?: string
      /** Amount, satoshis. */
      readonly amount?: number
      /** Currency of the request, if not satoshis. */
      readonly currency?: string
      /** Amount, in `currency`. */
      readonly currency_amount?: number
      /** Minutes until the charge expires. */
      readonly time?: number
      /** When the charge was created, ISO 8601. */
      readonly timestamp?: string
      /** Amount received, satoshis. */
      readonly balance?: number
      /** Unconfirmed on-chain amount, not counted yet, satoshis. */
      readonly pending?: number
      /** True: fully paid. */
      readonly paid?: boolean
      /** True: an on-chain payment counts without a confirmation. */
      readonly zeroconf?: boolean
      /** Always false. */
      readonly fasttrack?: boolean
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** Payment hash of the invoice. */
      readonly payment_hash?: string
      /** Id of a watch-only wallet of yours (`watchonly`): the charge is also payable on-chain, to its own address. */
      readonly onchainwallet?: string
      /** On-chain address of the charge. */
      readonly onchainaddress?: string
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook?: string
      /** URL (https) that the payer is redirected to after payment. */
      readonly completelink?: string
      /** Label of that link. */
      readonly completelinktext?: string
      /** JSON of yours. */
      readonly extra?: string
    }[]
  }
  /** Open the page of a charge */
  satspayGetPId: {
    path: { id: string }
    answer: string
  }
  /** Read a charge */
  satspayGetPublicId: {
    path: { id: string }
    answer: {
      /** Id of the charge. */
      readonly id?: string
      /** Name of the payee that the payer sees, such as a shop name. */
      readonly name?: string
      /** Description; also in the invoice. */
      readonly description?: string
      /** Amount, in `currency`. */
      readonly amount?: number
      /** Currency: `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** Amount in satoshis, at the rate when the charge was created. */
      readonly amount_sat?: number
      /** Amount received, satoshis. */
      readonly balance?: number
      /** Unconfirmed on-chain amount, not counted yet, satoshis. */
      readonly pending?: number
      /** `open`, `partial` (a part was received), `paid` or `expired`. */
      readonly status?: string
      /** True: fully paid. */
      readonly paid?: boolean
      /** True: the charge expired. */
      readonly expired?: boolean
      /** When the charge expires, ISO 8601. */
      readonly expires_at?: string
      /** Invoice (BOLT 11), while the charge is payable. */
      readonly payment_request?: string
      /** Payment hash of the invoice. */
      readonly payment_hash?: string
      /** On-chain address, while the charge is payable. */
      readonly onchain_address?: string
      /** URL (https) that the payer is redirected to after payment. */
      readonly completelink?: string
      /** Label of that link. */
      readonly completelink_text?: string
    }
  }
  /** Check whether a charge is paid */
  satspayGetPublicIdState: {
    path: { id: string }
    answer: {
      /** True: fully paid. */
      readonly paid?: boolean
      /** True: the charge expired. */
      readonly expired?: boolean
      /** When the charge expires, ISO 8601. */
      readonly expires_at?: string
      /** URL to go to; only once paid. */
      readonly href?: string
    }
  }
  /** Check whether an invoice of a page is paid */
  satspayGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  satspayGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the charges of the wallet */
  satspayList: {
    query?: { limit?: number; offset?: number; wallet_id?: string; status?: "open" | "partial" | "paid" | "expired" }
    answer: readonly SatspayItem[]
  }
  /** Create a charge, compatible with LNbits */
  satspayPostCharge: {
    query?: { wallet_id?: string }
    body?: {
      /** Purpose of the payment. */
      readonly description?: unknown
      /** Amount, satoshis. */
      readonly amount?: unknown
      /** With `currency_amount`, in place of `amount`. */
      readonly currency?: unknown
      /** Amount, in `currency`. */
      readonly currency_amount?: unknown
      /** Minutes until the charge expires. */
      readonly time?: unknown
      /** Id of a wallet of yours: payable over Lightning, into that wallet. */
      readonly lnbitswallet?: unknown
      /** Id of a watch-only wallet of yours: payable on-chain. */
      readonly onchainwallet?: unknown
      /** Name shown on the page of the charge. */
      readonly name?: unknown
      /** Webhook URL, called once when the charge is paid. */
      readonly webhook?: unknown
      /** URL (https) linked from the page once the charge is paid. */
      readonly completelink?: unknown
      /** Label of that link. */
      readonly completelinktext?: unknown
      /** True: on-chain, paid as soon as it is seen. */
      readonly zeroconf?: unknown
      /** JSON of yours, as text. */
      readonly extra?: unknown
    }
    answer: {
      /** Id of the charge; its page is `/satspay/{id}`. */
      readonly id?: string
      /** Name of the payee that the payer sees, such as a shop name. */
      readonly name?: string
      /** Description; also in the invoice. */
      readonly description?: string
      /** Amount, satoshis. */
      readonly amount?: number
      /** Currency of the request, if not satoshis. */
      readonly currency?: string
      /** Amount, in `currency`. */
      readonly currency_amount?: number
      /** Minutes until the charge expires. */
      readonly time?: number
      /** When the charge was created, ISO 8601. */
      readonly timestamp?: string
      /** Amount received, satoshis. */
      readonly balance?: number
      /** Unconfirmed on-chain amount, not counted yet, satoshis. */
      readonly pending?: number
      /** True: fully paid. */
      readonly paid?: boolean
      /** True: an on-chain payment counts without a confirmation. */
      readonly zeroconf?: boolean
      /** Always false. */
      readonly fasttrack?: boolean
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** Payment hash of the invoice. */
      readonly payment_hash?: string
      /** Id of a watch-only wallet of yours (`watchonly`): the charge is also payable on-chain, to its own address. */
      readonly onchainwallet?: string
      /** On-chain address of the charge. */
      readonly onchainaddress?: string
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook?: string
      /** URL (https) that the payer is redirected to after payment. */
      readonly completelink?: string
      /** Label of that link. */
      readonly completelinktext?: string
      /** JSON of yours. */
      readonly extra?: string
    }
  }
  /** Check the payment of a charge, compatible with LNbits */
  satspayPutChargeId: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Id of the charge; its page is `/satspay/{id}`. */
      readonly id?: string
      /** Name of the payee that the payer sees, such as a shop name. */
      readonly name?: string
      /** Description; also in the invoice. */
      readonly description?: string
      /** Amount, satoshis. */
      readonly amount?: number
      /** Currency of the request, if not satoshis. */
      readonly currency?: string
      /** Amount, in `currency`. */
      readonly currency_amount?: number
      /** Minutes until the charge expires. */
      readonly time?: number
      /** When the charge was created, ISO 8601. */
      readonly timestamp?: string
      /** Amount received, satoshis. */
      readonly balance?: number
      /** Unconfirmed on-chain amount, not counted yet, satoshis. */
      readonly pending?: number
      /** True: fully paid. */
      readonly paid?: boolean
      /** True: an on-chain payment counts without a confirmation. */
      readonly zeroconf?: boolean
      /** Always false. */
      readonly fasttrack?: boolean
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** Payment hash of the invoice. */
      readonly payment_hash?: string
      /** Id of a watch-only wallet of yours (`watchonly`): the charge is also payable on-chain, to its own address. */
      readonly onchainwallet?: string
      /** On-chain address of the charge. */
      readonly onchainaddress?: string
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook?: string
      /** URL (https) that the payer is redirected to after payment. */
      readonly completelink?: string
      /** Label of that link. */
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
      /** Name of the payee that the payer sees, such as a shop name. */
      readonly name?: string | null
      /** Description; also in the invoice. */
      readonly description?: string
      /** Amount, in `currency`. */
      readonly amount?: number
      /** Currency: `sat` or a code of `GET /api/v1/currencies`. */
      readonly currency?: string
      /** Minutes until the charge expires. */
      readonly time?: number
      /** True: payable over Lightning. */
      readonly lightning?: boolean
      /** Id of a watch-only wallet of yours (`watchonly`): the charge is also payable on-chain, to its own address. */
      readonly onchain?: string | null
      /** True: an on-chain payment counts without a confirmation. */
      readonly zeroconf?: boolean
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook_url?: string | null
      /** URL (https) that the payer is redirected to after payment. */
      readonly completelink?: string | null
      /** Label of that link. */
      readonly completelink_text?: string
      /** JSON of yours, returned with the webhook. */
      readonly extra?: unknown
    }
    answer: SatspayItem
  }
  /** Read an LNURL in any form */
  scanLnurl: {
    query?: { wallet_id?: string }
    body: {
      /** A text with one LNURL in any form: `lnurl1…`, `lnurlp://…` and the like, a link with a `lightning` parameter, a Lightning address, a page of this installation that shows one, or its URL. */
      readonly lnurl: string
    }
    answer: LnurlOffer
  }
  /** Read an LNURL */
  scanLnurlCode: {
    path: { code: string }
    query?: { wallet_id?: string }
    answer: LnurlOffer
  }
  /** Create a job */
  schedulerCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Name of the job. */
      readonly name: string
      /** Schedule as five cron fields (minute hour day month weekday): `0 9 * * 1`. */
      readonly cron: string
      /** IANA time zone of the schedule: `Europe/Rome`. */
      readonly timezone?: string
      /** `active`: runs by its schedule. `paused`: does not. */
      readonly status?: "active" | "paused"
      /** `pay` a target, create an `invoice`, call a URL (`http`), or email a `report`. */
      readonly action: "pay" | "invoice" | "http" | "report"
      /** pay: recipient, a Lightning address, an LNURL or another wallet of yours. */
      readonly target?: string
      /** pay, invoice: amount, satoshis. */
      readonly amount?: number
      /** pay: maximum routing fee, satoshis; default the fee reserve of the service. */
      readonly max_fee?: number
      /** pay: comment for the payee, if it accepts comments. */
      readonly comment?: string
      /** pay: maximum per calendar month (UTC), satoshis with fees. */
      readonly monthly_cap?: number
      /** invoice: description. */
      readonly memo?: string
      /** invoice: webhook URL, called on creation and on payment. */
      readonly webhook_url?: string
      /** http: method. */
      readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
      /** http: URL. */
      readonly url?: string
      /** http: headers, an object of at most 20 texts. */
      readonly headers?: unknown
      /** http: body. */
      readonly body?: string
      /** Verified email address of the account. report: recipient; every action: recipient of the notice that the job was paused after failures. */
      readonly email?: string
      /** Number of runs after which the job is paused. */
      readonly max_runs?: number
      /** When the job ends, ISO 8601 with a zone (`2027-01-31T12:00:00Z`). */
      readonly ends_at?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a job */
  schedulerGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: SchedulerItem
  }
  /** List the runs of a job */
  schedulerGetIdRuns: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Planned time, ISO 8601. */
      readonly time?: string
      /** State of the run. */
      readonly state?: string
      /** http: status of the response; null = none. */
      readonly status_code?: number
      /** Result, as text. */
      readonly detail?: string
      /** pay, invoice: payment hash; null = none. */
      readonly payment_hash?: string
    }[]
  }
  /** Check whether an invoice of a page is paid */
  schedulerGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  schedulerGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the jobs of the wallet */
  schedulerList: {
    query?: { limit?: number; offset?: number; wallet_id?: string; status?: "active" | "paused" }
    answer: readonly SchedulerItem[]
  }
  /** Run a job now */
  schedulerPostIdRun: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Planned time, ISO 8601. */
      readonly time?: string
      /** State of the run. */
      readonly state?: string
      /** http: status of the response; null = none. */
      readonly status_code?: number
      /** Result, as text. */
      readonly detail?: string
      /** pay, invoice: payment hash; null = none. */
      readonly payment_hash?: string
    }
  }
  /** Change a job */
  schedulerUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Name of the job. */
      readonly name?: string
      /** Schedule as five cron fields (minute hour day month weekday): `0 9 * * 1`. */
      readonly cron?: string
      /** IANA time zone of the schedule: `Europe/Rome`. */
      readonly timezone?: string
      /** `active`: runs by its schedule. `paused`: does not. */
      readonly status?: "active" | "paused"
      /** `pay` a target, create an `invoice`, call a URL (`http`), or email a `report`. */
      readonly action?: "pay" | "invoice" | "http" | "report"
      /** pay: recipient, a Lightning address, an LNURL or another wallet of yours. */
      readonly target?: string | null
      /** pay, invoice: amount, satoshis. */
      readonly amount?: number | null
      /** pay: maximum routing fee, satoshis; default the fee reserve of the service. */
      readonly max_fee?: number | null
      /** pay: comment for the payee, if it accepts comments. */
      readonly comment?: string | null
      /** pay: maximum per calendar month (UTC), satoshis with fees. */
      readonly monthly_cap?: number | null
      /** invoice: description. */
      readonly memo?: string | null
      /** invoice: webhook URL, called on creation and on payment. */
      readonly webhook_url?: string | null
      /** http: method. */
      readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | null
      /** http: URL. */
      readonly url?: string | null
      /** http: headers, an object of at most 20 texts. */
      readonly headers?: unknown
      /** http: body. */
      readonly body?: string | null
      /** Verified email address of the account. report: recipient; every action: recipient of the notice that the job was paused after failures. */
      readonly email?: string | null
      /** Number of runs after which the job is paused. */
      readonly max_runs?: number | null
      /** When the job ends, ISO 8601 with a zone (`2027-01-31T12:00:00Z`). */
      readonly ends_at?: string | null
    }
    answer: SchedulerItem
  }
  /** Create a scrub */
  scrubCreate: {
    query?: { wallet_id?: string; verify?: boolean }
    body: {
      /** Description of the rule. */
      readonly description: string
      /** Target: a Lightning address, an LNURL, or the id of another wallet of yours. */
      readonly payoraddress: string
      /** Minimum amount that is forwarded, satoshis; less is collected. */
      readonly min_forward?: number
      /** Amount that stays in the wallet, satoshis. */
      readonly keep_balance?: number
      /** False: nothing is forwarded. */
      readonly enabled?: boolean
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a scrub */
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
      /** Id of the job. */
      readonly id?: string
      /** Hash of the payment that it forwards. */
      readonly payment_hash?: string
      /** Amount to forward, satoshis with routing fees. */
      readonly sats?: number
      /** `sending`; `sent`; `waiting` for the next retry; `held`; `merged`: sent as part of a later job. */
      readonly state?: string
      /** Number of failures. */
      readonly tries?: number
      /** Reason of the last failure; null = none. */
      readonly error?: string
    }[]
  }
  /** List the scrubs of the wallet */
  scrubList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly ScrubItem[]
  }
  /** Retry a payout */
  scrubPostIdJobsJobRetry: {
    path: { id: string; job: string }
    query?: { wallet_id?: string }
    answer: {
      /** Id of the job. */
      readonly id?: string
      /** Hash of the payment that it forwards. */
      readonly payment_hash?: string
      /** Amount to forward, satoshis with routing fees. */
      readonly sats?: number
      /** `sending`; `sent`; `waiting` for the next retry; `held`; `merged`: sent as part of a later job. */
      readonly state?: string
      /** Number of failures. */
      readonly tries?: number
      /** Reason of the last failure; null = none. */
      readonly error?: string
    }
  }
  /** Change a scrub */
  scrubUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Description of the rule. */
      readonly description?: string
      /** Target: a Lightning address, an LNURL, or the id of another wallet of yours. */
      readonly payoraddress?: string
      /** Minimum amount that is forwarded, satoshis; less is collected. */
      readonly min_forward?: number
      /** Amount that stays in the wallet, satoshis. */
      readonly keep_balance?: number
      /** False: nothing is forwarded. */
      readonly enabled?: boolean
    }
    answer: ScrubItem
  }
  /** Send a code to your email address */
  sendEmailCode: {
    answer: Detail
  }
  /** Halt or resume outgoing payments */
  setHalt: {
    body: {
      /** True: halt. False: resume. */
      readonly halted: boolean
      /** Reason, for the next operator. */
      readonly reason?: string
      /** With `halted: false`: accepts the current balance of the node, because you caused the difference yourself (paid on-chain fees, added funds, restored a backup). 422 while payments differ: they are accepted one by one. */
      readonly accept_difference?: boolean
      /** With `halted: false`: resumes despite wrong books or differences to the node. */
      readonly force?: boolean
    }
    answer: Halt
  }
  /** Set the Nostr key for your messages */
  setNostrMessages: {
    body: {
      /** Key or name. */
      readonly address: string
    }
    answer: NostrDestination
  }
  /** Revoke or allow the spending of an extension */
  setSpendGrant: {
    path: { ext_id: string }
    query?: { wallet_id?: string }
    body: {
      /** False: revokes its spending. */
      readonly active: boolean
      /** Budget of a package per period, with fees. Required the first time. */
      readonly budget_sats?: number
      /** Period of the budget: the last 24 hours, 7 days or 30 days. */
      readonly period?: "day" | "week" | "month"
      /** Maximum per payment. */
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
      /** Recipient of the share: the id of another wallet of yours, a Lightning address or an LNURL. */
      readonly target: string
      /** Name of the target. */
      readonly alias?: string
      /** Share of each received payment: 0.01 to 100 percent, at most two decimals. */
      readonly percent: number
      /** False: nothing is forwarded, and the share does not count. */
      readonly enabled?: boolean
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a split */
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
      /** Id of the job. */
      readonly id?: string
      /** Hash of the payment that it forwards. */
      readonly payment_hash?: string
      /** Amount to forward, satoshis with routing fees. */
      readonly sats?: number
      /** `sending`; `sent`; `waiting` for the next retry; `held`; `merged`: sent as part of a later job. */
      readonly state?: string
      /** Number of failures. */
      readonly tries?: number
      /** Reason of the last failure; null = none. */
      readonly error?: string
    }[]
  }
  /** List the splits of the wallet */
  splitpaymentsList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly SplitpaymentsItem[]
  }
  /** Retry a payout */
  splitpaymentsPostIdJobsJobRetry: {
    path: { id: string; job: string }
    query?: { wallet_id?: string }
    answer: {
      /** Id of the job. */
      readonly id?: string
      /** Hash of the payment that it forwards. */
      readonly payment_hash?: string
      /** Amount to forward, satoshis with routing fees. */
      readonly sats?: number
      /** `sending`; `sent`; `waiting` for the next retry; `held`; `merged`: sent as part of a later job. */
      readonly state?: string
      /** Number of failures. */
      readonly tries?: number
      /** Reason of the last failure; null = none. */
      readonly error?: string
    }
  }
  /** Change a split */
  splitpaymentsUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Recipient of the share: the id of another wallet of yours, a Lightning address or an LNURL. */
      readonly target?: string
      /** Name of the target. */
      readonly alias?: string | null
      /** Share of each received payment: 0.01 to 100 percent, at most two decimals. */
      readonly percent?: number
      /** False: nothing is forwarded, and the share does not count. */
      readonly enabled?: boolean
    }
    answer: SplitpaymentsItem
  }
  /** Step up: prove again who you are */
  stepUp: {
    body: {
      /** Current password. */
      readonly password?: string
      /** Current six digits of the authenticator app; each code is accepted once. */
      readonly totp?: string
      /** One of the recovery codes, instead of a lost second factor; each is accepted once. */
      readonly recovery_code?: string
      readonly passkey?: PasskeyCredential
    }
    answer: {
      /** Confirmation, as text. */
      readonly detail: string
      /** JWT for `Authorization: Bearer …`; empty if the answer set a cookie. */
      readonly access_token?: string
      /** `cookie` for a request with the header `X-Session: cookie`, else `bearer`. */
      readonly token_type?: "bearer" | "cookie"
    }
  }
  /** Create a tip jar */
  tipjarCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Name of the recipient: title of the page. */
      readonly name: string
      /** Text for visitors. */
      readonly description?: string
      /** Smallest tip, satoshis. */
      readonly min_amount?: number
      /** Largest tip, satoshis. */
      readonly max_amount?: number
      /** Suggested amounts, satoshis. */
      readonly suggested?: readonly number[]
      /** True: names and messages are public. */
      readonly show_messages?: boolean
      /** Webhook URL, called for each tip (`POST`). */
      readonly webhook_url?: string
      /** Id of a watch-only wallet of yours (`watchonly`): tips may also come on-chain, each to its own address. */
      readonly onchain?: string
      /** Smallest on-chain tip, satoshis. */
      readonly onchain_limit?: number
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a tip jar */
  tipjarGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: TipjarItem
  }
  /** List the tips of a jar */
  tipjarGetIdTips: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Id of the tip. */
      readonly id?: string
      /** Name of the sender. */
      readonly name?: string
      /** Message: plain text, never markup. */
      readonly message?: string
      /** Amount, satoshis. */
      readonly sats?: number
      /** Time of the tip, Unix seconds. */
      readonly time?: number
      /** True: hidden from visitors. */
      readonly hidden?: boolean
    }[]
  }
  /** Pay to a tip jar */
  tipjarGetLnurlId: {
    path: { id: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay to a tip jar: get an invoice */
  tipjarGetLnurlIdCb: {
    path: { id: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Pay to a tip jar: get an invoice */
  tipjarGetLnurlIdCbOffer: {
    path: { id: string; offer: string }
    query?: { amount?: string; comment?: string; nostr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Show the newest tips, for streaming software */
  tipjarGetOverlayId: {
    path: { id: string }
    answer: string
  }
  /** Open the page of a tip jar */
  tipjarGetPId: {
    path: { id: string }
    answer: string
  }
  /** Open the page for on-chain tips */
  tipjarGetPIdOnchain: {
    path: { id: string }
    answer: string
  }
  /** Open the page of one tip's address */
  tipjarGetPIdOnchainTip: {
    path: { id: string; tip: string }
    answer: string
  }
  /** Open the page of one tip's invoice */
  tipjarGetPIdPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: string
  }
  /** Read the public part of a tip jar */
  tipjarGetPublicId: {
    path: { id: string }
    answer: {
      /** Id of the jar. */
      readonly id?: string
      /** Name of the recipient: title of the page. */
      readonly name?: string
      /** Text for visitors. */
      readonly description?: string
      /** Smallest tip, satoshis. */
      readonly min_amount?: number
      /** Largest tip, satoshis. */
      readonly max_amount?: number
      /** Suggested amounts, satoshis. */
      readonly suggested?: readonly number[]
      /** True: accepts on-chain tips of at least `onchain_limit`. */
      readonly onchain?: boolean
      /** Smallest on-chain tip, satoshis. */
      readonly onchain_limit?: number
      /** Newest tips. */
      readonly messages?: readonly {
        /** Name of the sender. */
        readonly name?: string
        /** Message: plain text, never markup. */
        readonly message?: string
        /** Amount, satoshis. */
        readonly sats?: number
        /** Time of the tip, Unix seconds. */
        readonly time?: number
      }[]
    }
  }
  /** Return to the form for on-chain tips */
  tipjarGetPublicIdOnchainPlain: {
    path: { id: string }
    answer: undefined
  }
  /** Return to the form */
  tipjarGetPublicIdPlain: {
    path: { id: string }
    answer: undefined
  }
  /** Check whether a tip is paid */
  tipjarGetPublicIdTipsPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** True: the tip is paid. */
      readonly paid?: boolean
      /** True: the invoice expired. */
      readonly expired?: boolean
      /** When the invoice expires, ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Check whether an invoice of a page is paid */
  tipjarGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  tipjarGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the tip jars of the wallet */
  tipjarList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly TipjarItem[]
  }
  /** Leave a tip on-chain */
  tipjarPostPublicIdOnchain: {
    path: { id: string }
    body: {
      /** Amount, satoshis. */
      readonly sats: number
      /** Name of the sender; default Anonymous. */
      readonly name?: string
      /** Message. */
      readonly message?: string
    }
    answer: {
      /** Id of the on-chain tip. */
      readonly id?: string
      /** On-chain address. */
      readonly address?: string
      /** Payment URI with the amount, for wallets (BIP-21). */
      readonly uri?: string
      /** How long the address is watched, ISO 8601. */
      readonly expires_at?: string
      /** Path of its page, below `/tipjar`. */
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
      /** Amount, satoshis. */
      readonly sats: number
      /** Name of the sender; default Anonymous. */
      readonly name?: string
      /** Message. */
      readonly message?: string
    }
    answer: {
      /** Payment hash, for requests of the state. */
      readonly payment_hash?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** When the invoice expires, ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Hide or show a tip */
  tipjarPutIdTipsTip: {
    path: { id: string; tip: string }
    query?: { wallet_id?: string }
    body: {
      /** True: hidden from visitors. */
      readonly hidden: boolean
    }
    answer: {
      /** Id of the tip. */
      readonly id?: string
      /** Name of the sender. */
      readonly name?: string
      /** Message: plain text, never markup. */
      readonly message?: string
      /** Amount, satoshis. */
      readonly sats?: number
      /** Time of the tip, Unix seconds. */
      readonly time?: number
      /** True: hidden from visitors. */
      readonly hidden?: boolean
    }
  }
  /** Change a tip jar */
  tipjarUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Name of the recipient: title of the page. */
      readonly name?: string
      /** Text for visitors. */
      readonly description?: string | null
      /** Smallest tip, satoshis. */
      readonly min_amount?: number
      /** Largest tip, satoshis. */
      readonly max_amount?: number
      /** Suggested amounts, satoshis. */
      readonly suggested?: readonly number[] | null
      /** True: names and messages are public. */
      readonly show_messages?: boolean
      /** Webhook URL, called for each tip (`POST`). */
      readonly webhook_url?: string | null
      /** Id of a watch-only wallet of yours (`watchonly`): tips may also come on-chain, each to its own address. */
      readonly onchain?: string | null
      /** Smallest on-chain tip, satoshis. */
      readonly onchain_limit?: number
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string | null
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string | null
    }
    answer: TipjarItem
  }
  /** Activate or deactivate an extension */
  toggleExtension: {
    path: { ext_id: string }
    body: {
      /** True: activate. False: deactivate. */
      readonly active: boolean
      /** Payment hash of the invoice in an earlier 402 answer, which you have paid. */
      readonly payment_hash?: string
    }
    answer: Extension
  }
  /** Top up a wallet */
  topUpWallet: {
    body: {
      /** Id of the wallet. */
      readonly id: string
      /** Amount, satoshis: positive adds, negative subtracts, not zero. */
      readonly amount: number
    }
    answer: {
      /** Id of the wallet. */
      readonly wallet_id: string
      /** New balance, millisatoshis. */
      readonly new_balance: number
    }
  }
  /** Create a till */
  tposCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Name of the till for customers and payments. */
      readonly name: string
      /** Currency of all prices: `sat` or an ISO 4217 code. */
      readonly currency: string
      /** Tips to choose from, percent. Empty: no tips. */
      readonly tip_options?: readonly number[]
      /** Wallet of yours that tips are moved to; absent = they stay in this one. */
      readonly tip_wallet?: string
      /** True: prices include tax. */
      readonly tax_inclusive?: boolean
      /** Tax of items without their own, percent. */
      readonly tax_default?: number
      /** Items for sale; each title once. */
      readonly items?: readonly {
        /** Title of the item. */
        readonly title: string
        /** Price of one, in the currency. */
        readonly price: number
        /** Tax, percent; default `tax_default`. */
        readonly tax?: number
        /** Categories: tabs of the till that show the item. */
        readonly categories?: readonly string[]
        /** Picture: an https URL, or PNG, JPEG, GIF or WebP of at most 20 kB as `data:` URL. All pictures of a till have at most 512 kB as text. */
        readonly image?: string
        /** Line below the title. */
        readonly description?: string
        /** True: not for sale. */
        readonly disabled?: boolean
      }[]
      /** Business name on receipts. */
      readonly business_name?: string
      /** Business address on receipts; line breaks are kept. */
      readonly business_address?: string
      /** VAT number on receipts. */
      readonly vat_id?: string
      /** True: offers receipts. */
      readonly receipt?: boolean
      /** IANA time zone of the shop, for days, receipts and exports: `Europe/Berlin`; default UTC. */
      readonly timezone?: string
      /** Language of receipts and day closings; absent = that of their reader. */
      readonly language?: "en" | "de" | "es" | "ar"
      /** Target that takings are forwarded to, without tips that are moved: a Lightning address, an LNURL or another wallet of yours. */
      readonly forward_address?: string
      /** Percent of the takings that is not forwarded. */
      readonly forward_cut?: number
      /** Maximum cash-outs per day (UTC), satoshis with routing fees; absent = no cash-outs. */
      readonly withdraw_limit?: number
      /** Minimum time between two cash-outs, minutes. */
      readonly withdraw_between?: number
      /** Fee of a cash-out, percent; shown to the customer. */
      readonly withdraw_premium?: number
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a till */
  tposGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: TposItem
  }
  /** Export the paid sales of a till as CSV */
  tposGetCsvId: {
    path: { id: string }
    query?: { wallet_id?: string; from?: string; until?: string }
    answer: string
  }
  /** List the cash-outs of a till */
  tposGetIdCharges: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Cash-out state. */
      readonly state?: string
      /** Cash handed in, in the currency. */
      readonly amount?: number
      /** Fee, percent. */
      readonly premium?: number
      /** Payout, satoshis. */
      readonly sats?: number
      /** Time of the cash-out, ISO 8601. */
      readonly time?: string
    }[]
  }
  /** List the day closings of a till */
  tposGetIdClosings: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Number of the closing, counted by the till. */
      readonly number?: number
      /** Time of the closing, ISO 8601. */
      readonly closed_at?: string
      /** Time of the closing before, ISO 8601. */
      readonly since?: string
      /** Number of sales. */
      readonly sales?: number
      /** Lowest receipt number. */
      readonly first_receipt?: number
      /** Highest receipt number. */
      readonly last_receipt?: number
      /** Amounts by tax rate: currency, percent, net, tax, gross. */
      readonly taxes?: unknown
      /** Amounts by kind of payment: currency, paid_by, sales, gross, tip, total, sats. */
      readonly payments?: unknown
      /** Its page, to print. Who has the address can read it. */
      readonly closing_url?: string
    }[]
  }
  /** List the sales of a till */
  tposGetIdSales: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number; from?: string; until?: string }
    answer: readonly {
      /** Number of the receipt, in the order of payment. */
      readonly receipt_number?: number
      /** Id of the sale. */
      readonly id?: string
      /** Payment hash; absent if paid in cash or by card. */
      readonly payment_hash?: string
      /** State of the sale. */
      readonly state?: string
      /** Sum of the items with tax. */
      readonly amount?: number
      /** Tip. */
      readonly tip_amount?: number
      /** Tax included in the amount. */
      readonly tax?: number
      /** Total. */
      readonly total?: number
      /** Currency of the amounts. */
      readonly currency?: string
      /** Received, satoshis; 0 if paid in cash or by card. */
      readonly sats?: number
      /** Note. */
      readonly memo?: string
      /** Kind of payment; absent for old sales. */
      readonly paid_by?: string
      /** Time of the sale, ISO 8601. */
      readonly paid_at?: string
      /** Number of its day closing, closed or not; absent for old sales. */
      readonly closing?: number
      /** Lines of the sale: title, quantity, price, tax. */
      readonly lines?: unknown
      /** Amounts by tax rate: percent, net, tax, gross. */
      readonly taxes?: unknown
      /** Tip and forward: purpose, sats, state (moving, held, moved, kept), tries, error. */
      readonly moves?: unknown
    }[]
  }
  /** Claim a cash-out */
  tposGetLnurlCharge: {
    path: { charge: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Claim a cash-out: request the payout */
  tposGetLnurlChargeCb: {
    path: { charge: string }
    query?: { k1?: string; pr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Get the web app manifest of a till installed from LNbits */
  tposGetManifestFile: {
    path: { file: string }
    answer: string
  }
  /** Open the till */
  tposGetPId: {
    path: { id: string }
    answer: string
  }
  /** Open the page that offers a cash-out */
  tposGetPIdCashOut: {
    path: { id: string }
    answer: string
  }
  /** Open the page of a cash-out, for the customer to scan */
  tposGetPIdCashOutCharge: {
    path: { id: string; charge: string }
    answer: string
  }
  /** Print a day closing */
  tposGetPIdClosingsClosing: {
    path: { id: string; closing: string }
    answer: string
  }
  /** Print the receipt of a sale */
  tposGetPIdReceiptPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: string
  }
  /** Read a sale */
  tposGetPublicIdInvoicesPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** Payment hash. */
      readonly payment_hash?: string
      /** True: the sale is paid. */
      readonly paid?: boolean
      /** True: the invoice expired. */
      readonly expired?: boolean
      /** When the invoice expires, ISO 8601. */
      readonly expires_at?: string
      /** Sum of the items with tax, in the currency. */
      readonly amount?: number
      /** Tip. */
      readonly tip_amount?: number
      /** Tax included in the amount. */
      readonly tax?: number
      /** Total, in the currency. */
      readonly total?: number
      /** Currency of the amounts. */
      readonly currency?: string
      /** Total, satoshis; 0 if paid in cash or by card. */
      readonly sats?: number
    }
  }
  /** Read the receipt of a sale */
  tposGetPublicIdInvoicesPaymentHashReceipt: {
    path: { id: string; payment_hash: string }
    answer: {
      /** Name of the business. */
      readonly business_name?: string
      /** Address of the business. */
      readonly business_address?: string
      /** VAT number of the business. */
      readonly vat_id?: string
      /** Receipt number; absent for sales of older versions. */
      readonly receipt_number?: number
      /** Payment hash; absent if paid in cash or by card. */
      readonly payment_hash?: string
      /** Time of the payment, ISO 8601. */
      readonly paid_at?: string
      /** Kind of payment; absent for sales of older versions. */
      readonly paid_by?: string
      /** Note. */
      readonly memo?: string
      /** Lines: title, quantity, price, tax (percent). */
      readonly lines?: unknown
      /** Amounts by tax rate: percent, net, tax, gross. */
      readonly taxes?: unknown
      /** Sum of the items with tax, in the currency. */
      readonly amount?: number
      /** Tip. */
      readonly tip_amount?: number
      /** Tax included in the amount. */
      readonly tax?: number
      /** Total, in the currency. */
      readonly total?: number
      /** Currency of the amounts. */
      readonly currency?: string
      /** Total, satoshis; 0 if paid in cash or by card. */
      readonly sats?: number
    }
  }
  /** Check whether an invoice of a page is paid */
  tposGetStatePaymentHash: {
    path: { payment_hash: string }
    answer: InvoiceState
  }
  /** Check whether a sale is paid, compatible with LNbits */
  tposGetTpossIdInvoicesPaymentHash: {
    path: { id: string; payment_hash: string }
    answer: {
      /** True: the sale is paid. */
      readonly paid?: boolean
    }
  }
  /** Verify that an invoice is paid, for the wallet of the payer */
  tposGetVerifyPaymentHash: {
    path: { payment_hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** List the tills of the wallet */
  tposList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly TposItem[]
  }
  /** Offer a cash-out */
  tposPostIdCharges: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Cash handed in, in the currency of the till. */
      readonly amount: number
    }
    answer: {
      /** Id of the cash-out. */
      readonly id?: string
      /** Constant: `open`. */
      readonly state?: string
      /** Cash handed in, in the currency. */
      readonly amount?: number
      /** Fee, percent. */
      readonly premium?: number
      /** Payout, satoshis. */
      readonly sats?: number
      /** LNURL that the customer scans. */
      readonly lnurl?: string
      /** When the offer expires, ISO 8601. */
      readonly expires_at?: string
      /** Path of its page, below `/tpos`. */
      readonly href?: string
    }
  }
  /** Close the day of a till */
  tposPostIdClosings: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Number of the closing, counted by the till. */
      readonly number?: number
      /** Time of the closing, ISO 8601. */
      readonly closed_at?: string
      /** Time of the closing before, ISO 8601. */
      readonly since?: string
      /** Number of sales. */
      readonly sales?: number
      /** Lowest receipt number. */
      readonly first_receipt?: number
      /** Highest receipt number. */
      readonly last_receipt?: number
      /** Amounts by tax rate: currency, percent, net, tax, gross. */
      readonly taxes?: unknown
      /** Amounts by kind of payment: currency, paid_by, sales, gross, tip, total, sats. */
      readonly payments?: unknown
      /** Its page, to print. Who has the address can read it. */
      readonly closing_url?: string
    }
  }
  /** Record a sale paid in cash or by card */
  tposPostIdSales: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Amount in the currency; ignored if there are lines. */
      readonly amount?: number
      /** Tip on top, in the currency. */
      readonly tip_amount?: number
      /** Note, also shown to the payer. */
      readonly memo?: string
      /** Lines of the sale. */
      readonly lines?: readonly {
        /** Title of an item of the till, or free text. */
        readonly title?: string
        /** Quantity; default 1. */
        readonly quantity?: number
        /** Price of one; only for titles that are not items of the till. */
        readonly price?: number
      }[]
      /** How the customer has paid. */
      readonly paid_by: "cash" | "card"
    }
    answer: {
      /** Id of the sale. */
      readonly id?: string
      /** Receipt number. */
      readonly receipt_number?: number
      /** `cash` or `card`. */
      readonly paid_by?: string
      /** Time of the sale, ISO 8601. */
      readonly paid_at?: string
      /** Sum of the items with tax, in the currency. */
      readonly amount?: number
      /** Tip. */
      readonly tip_amount?: number
      /** Tax included in the amount. */
      readonly tax?: number
      /** Total, in the currency. */
      readonly total?: number
      /** Currency of the amounts. */
      readonly currency?: string
      /** Total, satoshis; 0 if paid in cash or by card. */
      readonly sats?: number
    }
  }
  /** Create a sale and its Lightning invoice */
  tposPostPublicIdInvoices: {
    path: { id: string }
    body?: {
      /** Amount in the currency; ignored if there are lines. */
      readonly amount?: number
      /** Tip on top, in the currency. */
      readonly tip_amount?: number
      /** Note, also shown to the payer. */
      readonly memo?: string
      /** Lines of the sale. */
      readonly lines?: readonly {
        /** Title of an item of the till, or free text. */
        readonly title?: string
        /** Quantity; default 1. */
        readonly quantity?: number
        /** Price of one; only for titles that are not items of the till. */
        readonly price?: number
      }[]
    }
    answer: {
      /** Payment hash. */
      readonly payment_hash?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** Sum of the items with tax, in the currency. */
      readonly amount?: number
      /** Tip. */
      readonly tip_amount?: number
      /** Tax included in the amount. */
      readonly tax?: number
      /** Total, in the currency. */
      readonly total?: number
      /** Currency of the amounts. */
      readonly currency?: string
      /** Total, satoshis; 0 if paid in cash or by card. */
      readonly sats?: number
      /** When the invoice expires, ISO 8601. */
      readonly expires_at?: string
    }
  }
  /** Charge a card */
  tposPostPublicIdInvoicesPaymentHashPay: {
    path: { id: string; payment_hash: string }
    body?: {
      /** Content of the card: `lnurlw://…`, or an LNURL. */
      readonly lnurl?: string
      /** Instead of `lnurl`: `card` of the answer that asked for the PIN. */
      readonly card?: string
      /** PIN of the card, with `card`. */
      readonly pin?: string
    }
    answer: {
      /** The tapped card, which needs its PIN. */
      readonly card?: string
      /** Result, as text. Poll the sale to see when it is paid. */
      readonly detail?: string
    }
  }
  /** Create a sale, compatible with LNbits */
  tposPostTpossIdInvoices: {
    path: { id: string }
    body?: {
      /** Amount without the tip, satoshis. */
      readonly amount?: unknown
      /** Tip, satoshis. */
      readonly tip_amount?: unknown
      /** Note, also shown to the payer. */
      readonly memo?: unknown
      /** True is 400: only Lightning is taken here. */
      readonly pay_in_fiat?: unknown
    }
    answer: {
      /** Payment hash. */
      readonly payment_hash?: string
      /** Same as `payment_hash`. */
      readonly checking_id?: string
      /** Invoice to pay (BOLT 11). */
      readonly payment_request?: string
      /** Same as `payment_request`. */
      readonly bolt11?: string
      /** Amount, **millisatoshis**. */
      readonly amount?: number
      /** Always 0. */
      readonly fee?: number
      /** Description that the payer sees. */
      readonly memo?: string
      /** Constant: `pending`. */
      readonly status?: string
      /** Object with tag, tpos_id, amount and tip_amount (satoshis). */
      readonly extra?: unknown
    }
  }
  /** Charge a card, compatible with LNbits */
  tposPostTpossIdInvoicesInvoicePay: {
    path: { id: string; invoice: string }
    body: {
      /** Content of the card: `lnurlw://…`, or an LNURL. */
      readonly lnurl: string
    }
    answer: {
      /** True: the issuer of the card accepted the invoice. */
      readonly success?: boolean
      /** Reason of a failure, or the response of the issuer. */
      readonly detail?: unknown
    }
  }
  /** Read the public fields of a till */
  tposPublic: {
    path: { id: string }
    answer: {
      /** Id of the item. */
      readonly id?: string
      /** Name of the till for customers and payments. */
      readonly name?: string
      /** Currency of all prices: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** Tips to choose from, percent. Empty: no tips. */
      readonly tip_options?: readonly number[]
      /** True: prices include tax. */
      readonly tax_inclusive?: boolean
      /** Tax of items without their own, percent. */
      readonly tax_default?: number
      /** Items for sale; each title once. */
      readonly items?: readonly {
        /** Title of the item. */
        readonly title?: string
        /** Price of one, in the currency. */
        readonly price?: number
        /** Tax, percent; default `tax_default`. */
        readonly tax?: number
        /** Categories: tabs of the till that show the item. */
        readonly categories?: readonly string[]
        /** Picture: an https URL, or PNG, JPEG, GIF or WebP of at most 20 kB as `data:` URL. All pictures of a till have at most 512 kB as text. */
        readonly image?: string
        /** Line below the title. */
        readonly description?: string
        /** True: not for sale. */
        readonly disabled?: boolean
      }[]
      /** Business name on receipts. */
      readonly business_name?: string
      /** Business address on receipts; line breaks are kept. */
      readonly business_address?: string
      /** VAT number on receipts. */
      readonly vat_id?: string
      /** True: offers receipts. */
      readonly receipt?: boolean
      /** IANA time zone of the shop, for days, receipts and exports: `Europe/Berlin`; default UTC. */
      readonly timezone?: string
      /** Language of receipts and day closings; absent = that of their reader. */
      readonly language?: string
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string
    }
  }
  /** Change a till */
  tposUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Name of the till for customers and payments. */
      readonly name?: string
      /** Currency of all prices: `sat` or an ISO 4217 code. */
      readonly currency?: string
      /** Tips to choose from, percent. Empty: no tips. */
      readonly tip_options?: readonly number[]
      /** Wallet of yours that tips are moved to; absent = they stay in this one. */
      readonly tip_wallet?: string | null
      /** True: prices include tax. */
      readonly tax_inclusive?: boolean
      /** Tax of items without their own, percent. */
      readonly tax_default?: number
      /** Items for sale; each title once. */
      readonly items?: readonly {
        /** Title of the item. */
        readonly title: string
        /** Price of one, in the currency. */
        readonly price: number
        /** Tax, percent; default `tax_default`. */
        readonly tax?: number
        /** Categories: tabs of the till that show the item. */
        readonly categories?: readonly string[]
        /** Picture: an https URL, or PNG, JPEG, GIF or WebP of at most 20 kB as `data:` URL. All pictures of a till have at most 512 kB as text. */
        readonly image?: string
        /** Line below the title. */
        readonly description?: string
        /** True: not for sale. */
        readonly disabled?: boolean
      }[]
      /** Business name on receipts. */
      readonly business_name?: string | null
      /** Business address on receipts; line breaks are kept. */
      readonly business_address?: string | null
      /** VAT number on receipts. */
      readonly vat_id?: string | null
      /** True: offers receipts. */
      readonly receipt?: boolean
      /** IANA time zone of the shop, for days, receipts and exports: `Europe/Berlin`; default UTC. */
      readonly timezone?: string | null
      /** Language of receipts and day closings; absent = that of their reader. */
      readonly language?: "en" | "de" | "es" | "ar" | null
      /** Target that takings are forwarded to, without tips that are moved: a Lightning address, an LNURL or another wallet of yours. */
      readonly forward_address?: string | null
      /** Percent of the takings that is not forwarded. */
      readonly forward_cut?: number
      /** Maximum cash-outs per day (UTC), satoshis with routing fees; absent = no cash-outs. */
      readonly withdraw_limit?: number | null
      /** Minimum time between two cash-outs, minutes. */
      readonly withdraw_between?: number
      /** Fee of a cash-out, percent; shown to the customer. */
      readonly withdraw_premium?: number
      /** URL (https) of a picture above the title of its pages. */
      readonly logo?: string | null
      /** Colour of buttons and links on its pages: `#94480f`. Adjusted if its contrast is too low to read. */
      readonly color?: string | null
    }
    answer: TposItem
  }
  /** Test a Lightning node */
  tryNode: {
    body: {
      /** Kind of the node. */
      readonly kind: "lnd" | "cln" | "phoenixd" | "eclair" | "ldk-server" | "lnbits" | "nwc" | "blink" | "opennode" | "strike"
      /** Variables by name, as listed by `kinds`: URL and credentials. Certificates, macaroons and keys as text, not as paths. */
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
      /** Deleted rows. */
      readonly export?: readonly {
        /** `items`, or a table of the extension. */
        readonly kind: string
        readonly id: string
        /** Id of its wallet. */
        readonly wallet: string
        /** Row as stored: secrets stay sealed or hashed. */
        readonly data: unknown
        /** Time of creation, Unix seconds. */
        readonly created_at: number
        /** Time of the last change, Unix seconds. */
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
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, not case-sensitive. */
      readonly username?: string
      /** Email address; empty = none. */
      readonly email?: string
      /** Name that other users see: at most 64 characters; empty = none. */
      readonly display_name?: string
    }
    answer: CurrentUser
  }
  /** Change your password */
  updatePassword: {
    body: {
      /** Current password. */
      readonly old_password?: string
      /** 8 to 128 characters of any kind. */
      readonly new_password: string
    }
    answer: {
      /** Confirmation, as text. */
      readonly detail: string
      /** JWT for `Authorization: Bearer …`; empty if the answer set a cookie. */
      readonly access_token: string
      /** `cookie` for a request with the header `X-Session: cookie`, else `bearer`. */
      readonly token_type: "bearer" | "cookie"
    }
  }
  /** Change a user */
  updateUser: {
    path: { user_id: string }
    body: {
      /** 2 to 64 letters, digits, dots, underscores or hyphens; unique, not case-sensitive. */
      readonly username?: string
      /** Email address; empty = none. */
      readonly email?: string
      /** True: the user is an administrator. */
      readonly is_admin?: boolean
      /** True: disabled. It cannot log in, and its tokens and wallet keys are rejected. */
      readonly disabled?: boolean
    }
    answer: {
      /** Id of the user (UUID). */
      readonly id: string
      /** Username. */
      readonly username: string
      /** Email address, or empty. */
      readonly email: string
      /** True: the user is an administrator. */
      readonly is_admin: boolean
    }
  }
  /** Store the Lightning node for the next start */
  useNode: {
    body: {
      /** Kind of the node. */
      readonly kind: "lnd" | "cln" | "phoenixd" | "eclair" | "ldk-server" | "lnbits" | "nwc" | "blink" | "opennode" | "strike"
      /** Variables by name, as listed by `kinds`: URL and credentials. Certificates, macaroons and keys as text, not as paths. */
      readonly values: Readonly<Record<string, string>>
      /** True: the node in use can no longer be reached; after a restart it is not queried, and its pending payments stay pending. Default: false. */
      readonly former_gone?: boolean
    }
    answer: NodeSettings
  }
  /** Verify your email address */
  verifyEmail: {
    body: {
      /** Code of the email; not case-sensitive. */
      readonly code: string
    }
    answer: {
      /** Address of the profile, or empty. */
      readonly email: string
      /** True: you have proven that the address is yours. A new address needs a new proof. */
      readonly verified: boolean
    }
  }
  /** Verify the Nostr key for your messages */
  verifyNostrMessages: {
    body: {
      /** Code of the message; not case-sensitive. */
      readonly code: string
    }
    answer: NostrDestination
  }
  /** Create a watch-only wallet */
  watchonlyCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Name of the wallet. */
      readonly title: string
      /** Extended public key (xpub, ypub, zpub, tpub, upub, vpub), an output descriptor with one, or the JSON of a Specter wallet. Private keys are rejected. Cannot be changed later. */
      readonly masterpub: string
      /** Type of addresses; default by the key, p2pkh for xpub and tpub. Cannot be changed later. */
      readonly type?: "p2pkh" | "p2sh-p2wpkh" | "p2wpkh" | "p2tr"
      /** Default mainnet, or testnet for keys of test networks. Cannot be changed later. */
      readonly network?: "mainnet" | "testnet" | "signet" | "regtest"
      /** Gap limit: unused receive addresses in a row that end a scan. */
      readonly gap_receive?: number
      /** Gap limit for change addresses. */
      readonly gap_change?: number
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a watch-only wallet */
  watchonlyGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: WatchonlyItem
  }
  /** List the addresses that were given out */
  watchonlyGetIdAddresses: {
    path: { id: string }
    query?: { wallet_id?: string; limit?: number; offset?: number }
    answer: readonly {
      /** Address. */
      readonly address?: string
      /** 0 to receive, 1 for change. */
      readonly branch_index?: number
      /** Index on its branch. */
      readonly address_index?: number
      /** Your note. */
      readonly note?: string
      /** Balance at the last scan with unconfirmed transactions, satoshis. */
      readonly amount?: number
      /** True: a transaction has used it. */
      readonly has_activity?: boolean
    }[]
  }
  /** List the watch-only wallets of the wallet */
  watchonlyList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly WatchonlyItem[]
  }
  /** Get the next receive address */
  watchonlyPostIdAddresses: {
    path: { id: string }
    query?: { wallet_id?: string }
    body?: {
      /** Your note. */
      readonly note?: string
    }
    answer: {
      /** Address. */
      readonly address?: string
      /** 0 to receive, 1 for change. */
      readonly branch_index?: number
      /** Index on its branch. */
      readonly address_index?: number
      /** Your note. */
      readonly note?: string
      /** Balance at the last scan with unconfirmed transactions, satoshis. */
      readonly amount?: number
      /** True: a transaction has used it. */
      readonly has_activity?: boolean
    }
  }
  /** Broadcast a signed transaction */
  watchonlyPostIdBroadcast: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Signed transaction, hex. */
      readonly tx: string
    }
    answer: {
      /** Transaction id. */
      readonly txid?: string
    }
  }
  /** Create an unsigned transaction */
  watchonlyPostIdPsbt: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Recipients. */
      readonly outputs: readonly {
        /** Bitcoin address, or a `bitcoin:` URI with this amount. */
        readonly address: string
        /** Amount, satoshis. */
        readonly amount: number
      }[]
      /** Fee rate, satoshis per virtual byte, up to 3 decimals. */
      readonly fee_rate: number
      /** Outputs to spend; required if the operator configured no explorer. */
      readonly coins?: readonly {
        /** Transaction id, hex in the usual byte order. */
        readonly txid: string
        /** Index of the output. */
        readonly vout: number
        /** Amount, satoshis. */
        readonly amount: number
        /** 0 to receive, 1 for change. */
        readonly branch_index: number
        /** Index on its branch. */
        readonly address_index: number
        /** Previous transaction, hex. Required for p2pkh; some signing devices require it always. */
        readonly tx?: string
      }[]
    }
    answer: {
      /** PSBT, base64. */
      readonly psbt?: string
      /** Fee, satoshis. */
      readonly fee?: number
      /** Change output `{address, amount}`, or null if there is none. */
      readonly change?: unknown
      /** Data that some signers require and the PSBT lacks: previous transactions that are too large or unknown. */
      readonly hint?: string
    }
  }
  /** Extract the transaction of a signed PSBT */
  watchonlyPostIdPsbtExtract: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** PSBT with all signatures, base64. */
      readonly psbt: string
    }
    answer: {
      /** Transaction, hex. */
      readonly tx?: string
      /** Transaction id, hex in the usual byte order. */
      readonly txid?: string
      /** Fee, satoshis. */
      readonly fee?: number
    }
  }
  /** Scan the blockchain now */
  watchonlyPostIdScan: {
    path: { id: string }
    query?: { wallet_id?: string }
    answer: {
      /** Confirmed balance at the last scan, satoshis. */
      readonly balance?: number
      /** Unconfirmed change of the balance, satoshis; negative if it is spent. */
      readonly pending?: number
      /** Index of the next receive address. */
      readonly address_index?: number
      /** Index of the next change address. */
      readonly change_index?: number
      /** Time of the last scan, ISO 8601. */
      readonly scanned_at?: string
    }
  }
  /** Change the note of an address */
  watchonlyPutIdAddressesAddress: {
    path: { id: string; address: string }
    query?: { wallet_id?: string }
    body: {
      /** Your note. */
      readonly note: string
    }
    answer: {
      /** Address. */
      readonly address?: string
      /** 0 to receive, 1 for change. */
      readonly branch_index?: number
      /** Index on its branch. */
      readonly address_index?: number
      /** Your note. */
      readonly note?: string
      /** Balance at the last scan with unconfirmed transactions, satoshis. */
      readonly amount?: number
      /** True: a transaction has used it. */
      readonly has_activity?: boolean
    }
  }
  /** Change a watch-only wallet */
  watchonlyUpdate: {
    path: { id: string }
    query?: { wallet_id?: string }
    body: {
      /** Name of the wallet. */
      readonly title?: string
      /** Extended public key (xpub, ypub, zpub, tpub, upub, vpub), an output descriptor with one, or the JSON of a Specter wallet. Private keys are rejected. Cannot be changed later. */
      readonly masterpub?: string
      /** Type of addresses; default by the key, p2pkh for xpub and tpub. Cannot be changed later. */
      readonly type?: "p2pkh" | "p2sh-p2wpkh" | "p2wpkh" | "p2tr" | null
      /** Default mainnet, or testnet for keys of test networks. Cannot be changed later. */
      readonly network?: "mainnet" | "testnet" | "signet" | "regtest" | null
      /** Gap limit: unused receive addresses in a row that end a scan. */
      readonly gap_receive?: number
      /** Gap limit for change addresses. */
      readonly gap_change?: number
    }
    answer: WatchonlyItem
  }
  /** Create a withdraw link */
  withdrawCreate: {
    query?: { wallet_id?: string }
    body: {
      /** Title that the receiving wallet shows. */
      readonly title: string
      /** Smallest amount per use, satoshis. */
      readonly min_withdrawable: number
      /** Largest amount per use, satoshis. */
      readonly max_withdrawable: number
      /** Maximum number of uses; at least `used`. */
      readonly uses: number
      /** Minimum time between two uses, seconds. */
      readonly wait_time?: number
      /** True: a separate voucher for each use, instead of one link for all. Cannot be changed later. */
      readonly is_unique?: boolean
      /** False: withdrawals are rejected. */
      readonly enabled?: boolean
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook_url?: string
      /** Additional headers of the webhook: an object of at most 20 texts. */
      readonly webhook_headers?: unknown
      /** JSON that the webhook carries as `body`. */
      readonly webhook_body?: unknown
      /** URL (https) of a picture for printed vouchers. */
      readonly custom_url?: string
      /** Id of one of your wallets; with an API key only its own, which is the default. */
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
  /** Read a withdraw link */
  withdrawGet: {
    path: { id: string }
    query?: { wallet_id?: string; secrets?: boolean }
    answer: WithdrawItem
  }
  /** Export the vouchers as CSV */
  withdrawGetCsvHash: {
    path: { hash: string }
    query?: { wallet_id?: string }
    answer: string
  }
  /** Get the QR code of a withdraw link */
  withdrawGetImgHash: {
    path: { hash: string }
    answer: undefined
  }
  /** Withdraw with a link */
  withdrawGetLnurlHash: {
    path: { hash: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Withdraw with a link: request the payout */
  withdrawGetLnurlHashCb: {
    path: { hash: string }
    query?: { k1?: string; pr?: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Withdraw with a voucher */
  withdrawGetLnurlHashCode: {
    path: { hash: string; code: string }
    answer: Readonly<Record<string, unknown>>
  }
  /** Open the page of a withdraw link */
  withdrawGetPHash: {
    path: { hash: string }
    answer: string
  }
  /** Print the unused vouchers */
  withdrawGetPrintHash: {
    path: { hash: string }
    query?: { wallet_id?: string }
    answer: string
  }
  /** List the withdraw links of the wallet */
  withdrawList: {
    query?: { limit?: number; offset?: number; wallet_id?: string }
    answer: readonly WithdrawItem[]
  }
  /** Withdraw from a withdraw link */
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
      /** Title that the receiving wallet shows. */
      readonly title?: string
      /** Smallest amount per use, satoshis. */
      readonly min_withdrawable?: number
      /** Largest amount per use, satoshis. */
      readonly max_withdrawable?: number
      /** Maximum number of uses; at least `used`. */
      readonly uses?: number
      /** Minimum time between two uses, seconds. */
      readonly wait_time?: number
      /** True: a separate voucher for each use, instead of one link for all. Cannot be changed later. */
      readonly is_unique?: boolean
      /** False: withdrawals are rejected. */
      readonly enabled?: boolean
      /** Webhook URL: gets a signed `POST` request with JSON for each payment; failures are retried. */
      readonly webhook_url?: string | null
      /** Additional headers of the webhook: an object of at most 20 texts. */
      readonly webhook_headers?: unknown
      /** JSON that the webhook carries as `body`. */
      readonly webhook_body?: unknown
      /** URL (https) of a picture for printed vouchers. */
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
  tposGetCsvId: ['GET', '/tpos/csv/{id}'],
  tposGetIdCharges: ['GET', '/tpos/api/v1/{id}/charges'],
  tposGetIdClosings: ['GET', '/tpos/api/v1/{id}/closings'],
  tposGetIdSales: ['GET', '/tpos/api/v1/{id}/sales'],
  tposGetLnurlCharge: ['GET', '/tpos/lnurl/{charge}'],
  tposGetLnurlChargeCb: ['GET', '/tpos/lnurl/{charge}/cb'],
  tposGetManifestFile: ['GET', '/tpos/manifest/{file}'],
  tposGetPId: ['GET', '/tpos/p/{id}'],
  tposGetPIdCashOut: ['GET', '/tpos/p/{id}/cash-out'],
  tposGetPIdCashOutCharge: ['GET', '/tpos/p/{id}/cash-out/{charge}'],
  tposGetPIdClosingsClosing: ['GET', '/tpos/p/{id}/closings/{closing}'],
  tposGetPIdReceiptPaymentHash: ['GET', '/tpos/p/{id}/receipt/{payment_hash}'],
  tposGetPublicIdInvoicesPaymentHash: ['GET', '/tpos/public/{id}/invoices/{payment_hash}'],
  tposGetPublicIdInvoicesPaymentHashReceipt: ['GET', '/tpos/public/{id}/invoices/{payment_hash}/receipt'],
  tposGetStatePaymentHash: ['GET', '/tpos/state/{payment_hash}'],
  tposGetTpossIdInvoicesPaymentHash: ['GET', '/tpos/tposs/{id}/invoices/{payment_hash}'],
  tposGetVerifyPaymentHash: ['GET', '/tpos/verify/{payment_hash}'],
  tposList: ['GET', '/tpos/api/v1/'],
  tposPostIdCharges: ['POST', '/tpos/api/v1/{id}/charges'],
  tposPostIdClosings: ['POST', '/tpos/api/v1/{id}/closings'],
  tposPostIdSales: ['POST', '/tpos/api/v1/{id}/sales'],
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
