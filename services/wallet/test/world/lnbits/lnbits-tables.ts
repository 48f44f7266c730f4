/**
 * The tables of LNbits 1.6 and of its extensions after their newest migrations: `name:type`, where `t` is text, `i` a whole
 * number, `r` a real one, `b` a boolean and `s` a time. Older versions lack columns (`since`).
 */
export const LNBITS_TABLES = {
  core: {
    dbversions: 'db:t version:i',
    accounts:
      'id:t username:t email:t pubkey:t external_id:t password_hash:t extra:t access_control_list:t ui_customization:t activated:b created_at:s updated_at:s',
    wallets:
      'id:t name:t user:t adminkey:t inkey:t currency:t deleted:b extra:t stored_paylinks:t wallet_type:t shared_wallet_id:t lightning_address:t created_at:s updated_at:s',
    apipayments:
      'checking_id:t amount:i fee:i wallet_id:t memo:t payment_hash:t preimage:t bolt11:t status:t expiry:s extra:t extension:t tag:t webhook:t webhook_status:t fiat_provider:t labels:t external_id:t time:s created_at:s updated_at:s',
    system_settings: 'id:t value:t tag:t',
    extensions: 'user:t extension:t active:b extra:t permissions:t',
    tiny_url: 'id:t url:t endless:b wallet:t time:s',
    installed_extensions: 'id:t version:t active:b meta:t',
  },
  lnurlp: {
    pay_links:
      'id:t wallet:t description:t min:i max:i currency:t fiat_base_multiplier:i comment_chars:i username:t domain:t zaps:b disposable:b webhook_url:t webhook_headers:t webhook_body:t success_text:t success_url:t served_meta:i served_pr:i created_at:s updated_at:s',
  },
  withdraw: {
    withdraw_link:
      'id:t wallet:t title:t min_withdrawable:i max_withdrawable:i uses:i wait_time:i is_unique:i unique_hash:t k1:t open_time:i used:i usescsv:t number:i webhook_url:t webhook_headers:t webhook_body:t custom_url:t enabled:b created_at:s',
    hash_check: 'id:t lnurl_id:t',
  },
  tpos: {
    pos: 'id:t wallet:t name:t currency:t tip_wallet:t tip_options:t withdraw_time:i withdraw_between:i withdraw_limit:i withdrawn_amount:i withdraw_time_option:t withdraw_premium:r items:t tax_inclusive:b tax_default:r business_name:t business_address:t business_vat_id:t enable_receipt_print:b lnaddress:b lnaddress_cut:i',
  },
  paywall: {
    paywalls: 'id:t wallet:t url:t memo:t description:t amount:r currency:t time:s remembers:i extras:t',
  },
  satspay: {
    charges:
      'id:t user:t name:t description:t onchainwallet:t onchainaddress:t lnbitswallet:t payment_request:t payment_hash:t webhook:t completelink:t completelinktext:t time:i amount:i currency:t currency_amount:r balance:i pending:i paid:b zeroconf:b fasttrack:b extra:t timestamp:s',
    settings: 'network:t webhook_method:t',
  },
  invoices: {
    invoices:
      'id:t wallet:t status:t currency:t company_name:t first_name:t last_name:t email:t phone:t address:t time:s',
    invoice_items: 'id:t invoice_id:t description:t amount:i quantity:i',
    payments: 'id:t invoice_id:t amount:i time:s',
  },
  tipjar: {
    tipjar: 'id:t name:t wallet:t onchain:t webhook:t onchain_limit:i',
    tip: 'id:t tipjar:t wallet:t name:t message:t sats:i',
  },
  splitpayments: { targets: 'id:t wallet:t source:t percent:r alias:t' },
  scrub: { scrub_links: 'id:t wallet:t description:t payoraddress:t' },
  nwcprovider: {
    keys: 'pubkey:t wallet:t description:t expires_at:i permissions:t created_at:i last_used:i',
    budgets: 'id:i pubkey:t budget_msats:i refresh_window:i created_at:i',
    spent: 'id:i pubkey:t amount_msats:i created_at:i',
    config: 'key:t value:t',
  },
  boltcards: {
    cards:
      'id:t wallet:t card_name:t uid:t external_id:t counter:i tx_limit:i daily_limit:i enable:b k0:t k1:t k2:t prev_k0:t prev_k1:t prev_k2:t otp:t time:s',
    hits: 'id:t card_id:t ip:t spent:b useragent:t old_ctr:i new_ctr:i amount:i time:s',
    refunds: 'id:t hit_id:t refund_amount:i time:s',
  },
  bitcoinswitch: {
    switch:
      'id:t key:t title:t wallet:t currency:t switches:t password:t disabled:b disposable:b created_at:s updated_at:s',
    payment: 'id:t bitcoinswitch_id:t payment_hash:t pin:i sats:i payload:t created_at:s updated_at:s',
  },
  fossa: {
    fossa: 'id:t key:t title:t wallet:t currency:t profit:r boltz:b timestamp:s',
    fossa_payment: 'id:t fossa_id:t payment_hash:t payload:t pin:i sats:i amount:i timestamp:s',
  },
  offlineshop: {
    shops: 'id:t wallet:t method:t wordlist:t',
    items: 'id:t shop:t name:t description:t image:t enabled:b price:r unit:t',
  },
  events: {
    events:
      'id:t wallet:t name:t info:t closing_date:t event_start_date:t event_end_date:t currency:t amount_tickets:i price_per_ticket:r sold:i time:s banner:t canceled:b extra:t',
    ticket: 'id:t wallet:t event:t name:t email:t registered:b paid:b time:s reg_timestamp:s extra:t',
  },
  lnticket: {
    form2: 'id:t wallet:t name:t webhook:t description:t flatrate:i amount:i amountmade:i time:s',
    ticket: 'id:t form:t email:t ltext:t name:t wallet:t sats:i paid:b time:s',
  },
  lncalendar: {
    schedule: 'id:t wallet:t name:t start_day:i end_day:i start_time:t end_time:t amount:r currency:t',
    appointment: 'id:t schedule:t name:t email:t info:t start_time:t end_time:t paid:b time:s',
    unavailable: 'id:t schedule:t start_time:t end_time:t time:s',
  },
  nostrnip5: {
    domains: 'id:t wallet:t currency:t cost:r domain:t time:s cost_extra:t',
    addresses:
      'id:t domain_id:t local_part:t pubkey:t active:b time:s expires_at:s reimburse_amount:i is_free:b is_locked:b owner_id:t extra:t',
  },
  copilot: {
    newer_copilots:
      'id:t user:t title:t lnurl_toggle:i wallet:t animation1:t animation2:t animation3:t animation1threshold:i animation2threshold:i animation3threshold:i animation1webhook:t lnurl_title:t show_message:i show_ack:i show_price:t amount_made:i fullscreen_cam:i iframe_url:t timestamp:s',
  },
  jukebox: { jukebox: 'id:t user:t' },
  scheduler: {
    jobs: 'id:t name:t admin:t status:b schedule:t selectedverb:t url:t headers:t body:t extra:t',
  },
  watchonly: {
    wallets: 'id:t user:t masterpub:t fingerprint:t title:t address_no:i balance:i type:t network:t meta:t',
    addresses: 'id:t address:t wallet:t amount:i branch_index:i address_index:i note:t has_activity:b',
    config: 'user:t json_data:t',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** The columns of the core that a core of an older migration lacks. */
export const SINCE: Readonly<Record<string, number>> = {
  external_id: 45,
  fiat_provider: 33,
  stored_paylinks: 34,
  wallet_type: 42,
  shared_wallet_id: 42,
  labels: 42,
  ui_customization: 44,
  activated: 44,
  lightning_address: 50,
  permissions: 50,
}

export type LnbitsRow = Readonly<Record<string, string | number | boolean | null>>
export type LnbitsRows = Readonly<Record<string, Readonly<Record<string, readonly LnbitsRow[]>>>>
