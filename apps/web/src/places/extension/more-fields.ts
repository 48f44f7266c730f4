interface Arranged {
  readonly required: boolean
  readonly server: boolean
  readonly advanced?: boolean
  readonly group?: string
}

/**
 * The fields that a form shows, and those behind *More settings*: the ones that the extension calls advanced. If it
 * neither says so nor groups its fields, those that may be left out.
 */
export function splitFields<Field extends Arranged>(fields: readonly Field[]) {
  const isArranged = fields.some(({ advanced, group }) => advanced === true || group !== undefined)
  const editable = fields.filter(({ server }) => !server)
  const isMore = (field: Field): boolean => (isArranged ? field.advanced === true : !field.required)
  const more = editable.filter(isMore)
  // Nothing to fill in, or too few to hide.
  if (!isArranged && (more.length === editable.length || more.length < 2)) return { usual: editable, more: [] }
  return { usual: editable.filter((field) => !isMore(field)), more }
}
