/** The id of an extension, which is also the first segment of its paths. Throws if the name is none. */
export function requireExtensionName(id: string): string {
  if (/^[a-z][a-z0-9_]{1,31}$/.test(id)) return id
  throw new Error('give it a name of 2 to 32 small letters, digits and underscores, such as shelf')
}
