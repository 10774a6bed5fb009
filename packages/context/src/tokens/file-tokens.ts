import type { FilePart } from '@stet/history'

/**
 * Providers count an image by its area, scaled down first. This is about what the dearest of them counts for the largest
 * it takes (some 1.2 megapixels at 750 pixels a token); a budget that holds with it holds with the others.
 */
const IMAGE_TOKENS = 1600

/** Bytes of a file that are about one token, by what it is. */
const bytesPerToken = {
  text: 4,
  // A page of some 50 kB is sent as its text and as an image.
  document: 20,
  // 16 kB and 32 tokens a second.
  audio: 500,
  // 250 kB and 300 tokens a second.
  video: 800,
}

/** About how many tokens a file is, from its kind and size alone: its bytes are not here. */
export function fileTokens({ mediaType, size }: FilePart): number {
  if (mediaType.startsWith('image/')) return IMAGE_TOKENS
  return Math.max(1, Math.ceil(size / bytesPerToken[kindOf(mediaType)]))
}

function kindOf(mediaType: string): keyof typeof bytesPerToken {
  if (mediaType.startsWith('audio/')) return 'audio'
  if (mediaType.startsWith('video/')) return 'video'
  const isText = mediaType.startsWith('text/') || /[/+](json|xml|yaml|javascript|x-ndjson)\b/.test(mediaType)
  return isText ? 'text' : 'document'
}
