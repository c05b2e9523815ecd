/** Where the metadata of a campaign's collection is found, and what a token's number is put behind to find its own. */
export function buildMetadataUrls(
  publicUrl: string,
  campaignId: number,
): { contractURI: string; baseURI: string } {
  const contractURI = `${publicUrl}/metadata/experiences/${campaignId}`;
  return { contractURI, baseURI: `${contractURI}/` };
}
