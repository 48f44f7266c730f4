/** A credential or certificate that its operator may renew while the service runs. */
export interface Renewable {
  /** Its place in the configuration. */
  readonly variable: string
  /** Undefined: not set. */
  now(): string | undefined
  /** After `used` was refused: reads its file again. True: there is another value to try. */
  renew(used: string | undefined): boolean
}
