/** 64 bits of a text in hex: enough to see that two blocks of a chat differ, but no protection against a forged match. */
export function fingerprint(text: string): string {
  let one = 0xde_ad_be_ef
  let other = 0x41_c6_ce_57
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    one = Math.imul(one ^ unit, 2_654_435_761)
    other = Math.imul(other ^ unit, 1_597_334_677)
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909)
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909)
  return hex(other) + hex(one)
}

function hex(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0')
}
