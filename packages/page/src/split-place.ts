/** `body.budgets: `, the path of the wrong field, and the sentence for people: the two parts of an error's `detail`. */
export function splitPlace(detail: string): readonly [place: string, sentence: string] {
  const [place = ''] = /^(?:body|query|path)(?:\.\w+)*: /.exec(detail) ?? []
  return [place, detail.slice(place.length)]
}
