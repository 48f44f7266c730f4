const CHANNEL = /^[^*\p{Cc}\p{Cs}]{1,200}$/u

/** A name that a package may give to a channel; those with an asterisk are the host's. */
export const isChannel = (name: unknown): name is string => typeof name === 'string' && CHANNEL.test(name)
