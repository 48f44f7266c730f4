/**
 * `postgres://user:password@h1:5432,h2:5433/db?target_session_attrs=read-write`: one URL for each host, in their order.
 * A service writes, so of several hosts only one that accepts writes is used, in spite of `target_session_attrs`.
 */
export function listHosts(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  const rest = after.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_all, start: string, end: string) =>
    end === '&' ? start : '',
  )
  const all = hosts.split(',').map((host) => `${before}${host}${rest}`)
  return url.startsWith('postgres') && hosts !== '' ? all : [url]
}
