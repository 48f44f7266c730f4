/**
 * Operations that need a credential and that the web app does not call, each with its reason. A reason is for one
 * operation or, if the path ends with `*`, for every operation below it. Remove a line when the app calls its
 * operation: app-reach.test.ts rejects lines that no operation needs any more.
 */
export const APP_EXCEPTIONS: Readonly<Record<string, string>> = {
  // The same by another name, or for programs
  'GET /api/v1/wallet': 'The app lists all wallets by `GET /api/v1/wallets`; this one answers the holder of a key.',
  'GET /api/v1/wallet/paginated': 'The app lists all wallets by `GET /api/v1/wallets`.',
  'GET /admin/api/v1/settings': 'The same as `GET /api/v1/admin/settings` under the address of LNbits.',
  'PUT /admin/api/v1/settings': 'The same as `PUT /api/v1/admin/settings` under the address of LNbits.',
  'GET /api/v1/admin/settings': 'The description of the settings has every value as well.',
  'POST /api/v1/lnurlpay': 'The same as `POST /api/v1/payments/lnurl` under the address of LNbits.',
  'GET /api/v1/lnurlscan/{code}': 'The app reads what a person typed by `POST /api/v1/payments/decode`.',
  'PUT /api/v1/auth/update-password': 'The same as `PUT /api/v1/auth/password` under the address of LNbits.',
  'POST /users/api/v1/user': 'The app invites by a link, so that no administrator knows the password of a user.',
  // Reached without a call by a typed path
  'GET /api/v1/payments/export': 'The export dialog fetches it as a file.',
  'GET /admin/api/v1/backup': 'The backup page fetches it by `POST /api/v1/download-links`.',
  'GET /api/v1/admin/extensions': 'The same as `GET /admin/api/v1/extensions` under the address of the own API.',
  'POST /api/v1/admin/extensions': 'The same as `POST /admin/api/v1/extensions` under the address of the own API.',
  // Not in the app yet: the guides describe the calls
  'PUT /users/api/v1/user/{user_id}/balance':
    'Super users correct a balance by `PUT /api/v1/admin/topup`, which names the wallet.',
  '* /api/v1/auth/email*': 'Verified addresses have no page yet.',
  '* /api/v1/extension*': 'The places of extensions call them by an address that carries the extension.',
  '* /api/v1/payments/stats/*': 'The chart of a wallet is drawn from `GET /api/v1/payments/history`.',
  'GET /api/v1/tinyurl/{id}': 'The list of short links has all of them.',
  // The routes of the extensions
  '* /{extension}/*': 'The pages of the owner are drawn from the description of each extension, not by typed paths.',
}
