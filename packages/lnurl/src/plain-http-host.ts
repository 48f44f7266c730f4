/** Hosts that cannot get a certificate: hidden services (LUD-17), and this machine. */
export const plainHttpHost = (hostname: string): boolean =>
  /\.onion$|^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname)
