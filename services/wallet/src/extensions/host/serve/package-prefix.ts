/** Where the routes of packages are inside the app: `/-/package/{class}/{ext}/…`. */
export const PACKAGE_PREFIX = '/-/package'

/** `/-/package/visit/raffle/p/1` → `/raffle/p/1`; any other path unchanged. */
export const withoutPackagePrefix = (url: string): string =>
  url.startsWith(`${PACKAGE_PREFIX}/`) ? url.slice(url.indexOf('/', PACKAGE_PREFIX.length + 1)) : url
