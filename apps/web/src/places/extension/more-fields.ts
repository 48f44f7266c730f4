interface Arranged {
  readonly name: string
  readonly required: boolean
  readonly server: boolean
  readonly advanced?: boolean
  readonly group?: string
}

/**
 * The fields that a form shows, and those behind *More settings*: the ones that the extension calls advanced. If it
 * neither says so nor groups its fields, those that may be left out and are no column of the list.
 */
export function splitFields<Field extends Arranged>(fields: readonly Field[], columns: readonly string[] = []) {
  const isArranged = fields.some(({ advanced, group }) => advanced === true || group !== undefined)
  const editable = fields.filter(({ server }) => !server)
  const isMore = (field: Field): boolean =>
    isArranged ? field.advanced === true : !field.required && !columns.includes(field.name)
  const more = editable.filter(isMore)
  // Nothing to fill in, or too few to hide.
  if (!isArranged && (more.length === editable.length || more.length < 2)) return { usual: editable, more: [] }
  return { usual: editable.filter((field) => !isMore(field)), more }
}
