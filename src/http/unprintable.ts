/** Control, direction and invisible characters, and those without a meaning. */
export const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Cs}]/u;
