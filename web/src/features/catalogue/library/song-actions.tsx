import type { Song } from "@wrapsody/shared/catalogue/catalogue.ts";
import { useContext } from "react";
import { PreviewPlaybackContext } from "../../../shell/player/player.ts";
import { type Addable, AddView, addableKey, FollowView, LikeView } from "./action-views.tsx";
import { useFanAction } from "./fan-action.ts";

/** Likes a wrap and adds it to a playlist. Renders nothing for a preview, which has no public page yet. */
export function SongActions({ song }: { song: Song }) {
  const isPreview = useContext(PreviewPlaybackContext) !== undefined;
  if (isPreview) return null;
  return (
    <span className="song-acts">
      <LikeButton song={song} />
      <AddButton item={{ song: song.id }} name={song.name} />
    </span>
  );
}

function LikeButton({ song }: { song: Song }) {
  const { buttons, ask } = useFanAction("like", `song:${song.id}`);
  return buttons === undefined ? (
    <LikeView name={song.name} liked={false} onClick={ask} />
  ) : (
    <buttons.Like song={song} />
  );
}

/** Follows an artist. Renders nothing in a preview. */
export function FollowButton({ artist }: { artist: { id: number; name: string } }) {
  const isPreview = useContext(PreviewPlaybackContext) !== undefined;
  const { buttons, ask } = useFanAction("follow", `artist:${artist.id}`);
  if (isPreview) return null;
  return buttons === undefined ? (
    <FollowView name={artist.name} following={false} onClick={ask} />
  ) : (
    <buttons.Follow artist={artist} />
  );
}

type AddButtonProps = { item: Addable; name: string; isLabelled?: boolean };

/** Adds a wrap or an album to a playlist. */
export function AddButton(props: AddButtonProps) {
  const { buttons, ask } = useFanAction("playlist", addableKey(props.item));
  return buttons === undefined ? (
    <AddView name={props.name} isLabelled={props.isLabelled} onClick={ask} />
  ) : (
    <buttons.Add {...props} />
  );
}
