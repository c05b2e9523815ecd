/** Returns the URL of a collection's metadata and the base URL of its tokens' metadata. */
export function buildMetadataUrls(
  publicUrl: string,
  campaignId: number,
): { contractURI: string; baseURI: string } {
  const contractURI = `${publicUrl}/metadata/experiences/${campaignId}`;
  return { contractURI, baseURI: `${contractURI}/` };
}
