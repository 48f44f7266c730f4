/** Commands of WebDriver: method and path below the session for HTTP, and the name that Marionette has for them. */
export const COMMANDS = {
  navigate: ['POST', '/url', 'WebDriver:Navigate'],
  run: ['POST', '/execute/async', 'WebDriver:ExecuteAsyncScript'],
  click: ['POST', '/element/{id}/click', 'WebDriver:ElementClick'],
  type: ['POST', '/element/{id}/value', 'WebDriver:ElementSendKeys'],
  newWindow: ['POST', '/window/new', 'WebDriver:NewWindow'],
  closeWindow: ['DELETE', '/window', 'WebDriver:CloseWindow'],
  windows: ['GET', '/window/handles', 'WebDriver:GetWindowHandles'],
  switchTo: ['POST', '/window', 'WebDriver:SwitchToWindow'],
  picture: ['GET', '/screenshot', 'WebDriver:TakeScreenshot'],
} as const

export type CommandName = keyof typeof COMMANDS

/** A browser that is not Chromium: as wide as a phone, and dark. */
export interface Engine {
  command(name: CommandName, params?: Readonly<Record<string, unknown>>): Promise<unknown>
  /** Errors of scripts, and what policies forbid, where the engine keeps a console that can be read. */
  readonly complaints?: () => Promise<readonly string[]>
  /** Sets the browser's `navigator.onLine` to false, although the service answers. Not every engine can. */
  readonly setOffline?: (isOffline: boolean) => Promise<void>
  close(): Promise<void>
}
