import { type DemoArtwork, slot } from "./components.ts";

/** The artwork of the ten experiences, in the order of the catalogue. */
export const demoArtworks: readonly DemoArtwork[] = [
  {
    slug: "kitchen-radio",
    type: "GENERATIVE",
    slotNames: ["Wall", "Tablecloth", "Radio", "Station", "On top", "Fruit", "Reception"],
    components: [
      ...slot({ slot: 1, layer: 1, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Checked wall", file: "wall-checks", rarity: 20 },
        { name: "Sunrise wall", file: "wall-sunrise", rarity: 40 },
        { name: "Leaf wall", file: "wall-leaves", rarity: 35 },
        { name: "Blue gloss", file: "wall-blue-gloss", rarity: 82 },
      ]),
      ...slot({ slot: 2, layer: 2, anchor: "BOTTOM_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Good lace", file: "cloth-lace", rarity: 25 },
        { name: "Orange cloth", file: "cloth-orange", rarity: 45 },
        { name: "Oilcloth", file: "cloth-oil", rarity: 60 },
      ]),
      ...slot({ slot: 3, layer: 4, anchor: "BOTTOM_LEFT", width: 520, x: 130, y: 255 }, [
        { name: "Table radio", file: "radio-table", rarity: 15 },
        { name: "Transistor", file: "radio-transistor", rarity: 30 },
        { name: "Boombox", file: "radio-boombox", rarity: 62 },
        { name: "Grandfather’s radio", file: "radio-arch", rarity: 90 },
      ]),
      ...slot({ slot: 4, layer: 6, anchor: "BOTTOM_LEFT", width: 220, x: 410, y: 372 }, [
        { name: "Accra", file: "station-accra", rarity: 20 },
        { name: "Kumasi", file: "station-kumasi", rarity: 25 },
        { name: "Between stations", file: "station-between", rarity: 70 },
        { name: "Auntie herself", file: "station-auntie", rarity: 95, most: 20 },
      ]),
      ...slot({ slot: 5, layer: 5, anchor: "BOTTOM_LEFT", width: 220, x: 170, y: 572 }, [
        { name: "Alarm clock", file: "top-alarm-clock", rarity: 20 },
        { name: "Flowers", file: "top-flowers", rarity: 30 },
        { name: "Photograph of a cousin", file: "top-photograph", rarity: 55 },
        { name: "China cockerel", file: "top-cockerel", rarity: 85 },
      ]),
      ...slot({ slot: 6, layer: 5, anchor: "BOTTOM_RIGHT", width: 210, x: 50, y: 250 }, [
        { name: "Mango", file: "fruit-mango", rarity: 15 },
        { name: "Bananas", file: "fruit-bananas", rarity: 25 },
        { name: "Pineapple", file: "fruit-pineapple", rarity: 50 },
        { name: "Half a pawpaw", file: "fruit-pawpaw", rarity: 75 },
      ]),
      ...slot({ slot: 7, layer: 3, anchor: "TOP_RIGHT", width: 300, x: 90, y: 110 }, [
        { name: "Good reception", file: "waves-arcs", rarity: 20 },
        { name: "A tune", file: "waves-notes", rarity: 40 },
        { name: "Bad reception", file: "waves-zigzag", rarity: 65 },
      ]),
    ],
  },
  {
    slug: "slow-fast-slow-fast",
    type: "RANDOM",
    components: [
      ...slot({ slot: 1, layer: 1, anchor: "TOP_LEFT", width: 300, x: 0, y: 0 }, [
        { name: "Slow", file: "word-slow", rarity: 50 },
      ]),
      ...slot({ slot: 2, layer: 1, anchor: "TOP_LEFT", width: 300, x: 300, y: 0 }, [
        { name: "Fast", file: "word-fast", rarity: 50 },
      ]),
      ...slot({ slot: 3, layer: 1, anchor: "TOP_LEFT", width: 300, x: 600, y: 0 }, [
        { name: "Not", file: "word-not", rarity: 50 },
      ]),
      ...slot({ slot: 4, layer: 1, anchor: "TOP_LEFT", width: 300, x: 0, y: 300 }, [
        { name: "Me", file: "word-me", rarity: 50 },
      ]),
      ...slot({ slot: 5, layer: 1, anchor: "TOP_LEFT", width: 300, x: 300, y: 300 }, [
        { name: "Tea", file: "word-tea", rarity: 50 },
      ]),
      ...slot({ slot: 6, layer: 1, anchor: "TOP_LEFT", width: 300, x: 600, y: 300 }, [
        { name: "Late", file: "word-late", rarity: 50 },
      ]),
      ...slot({ slot: 7, layer: 1, anchor: "TOP_LEFT", width: 300, x: 0, y: 600 }, [
        { name: "Minutes", file: "word-minutes", rarity: 50 },
      ]),
      ...slot({ slot: 8, layer: 1, anchor: "TOP_LEFT", width: 300, x: 300, y: 600 }, [
        { name: "Agreed", file: "word-agreed", rarity: 50 },
      ]),
      ...slot({ slot: 9, layer: 1, anchor: "TOP_LEFT", width: 300, x: 600, y: 600 }, [
        { name: "Leaving", file: "word-leaving", rarity: 50 },
      ]),
    ],
  },
  {
    slug: "isolines",
    type: "FIXED_IMAGE",
    slotNames: ["Summit"],
    components: [
      ...slot({ slot: 1, layer: 2, anchor: "TOP_LEFT", width: 180, x: 0, y: 0 }, [
        { name: "Kvadraten", file: "summit-1", rarity: 50, most: 1, place: { x: 245, y: 40 } },
        { name: "Filthatten", file: "summit-2", rarity: 50, most: 1, place: { x: 605, y: 30 } },
        { name: "Søndre Pedal", file: "summit-3", rarity: 50, most: 1, place: { x: 725, y: 260 } },
        { name: "Storefri", file: "summit-4", rarity: 50, most: 1, place: { x: 425, y: 270 } },
        { name: "Vesle C", file: "summit-5", rarity: 50, most: 1, place: { x: 185, y: 450 } },
        { name: "Ferjenuten", file: "summit-6", rarity: 50, most: 1, place: { x: 565, y: 520 } },
      ]),
    ],
  },
  {
    slug: "machine-room-keys",
    type: "GENERATIVE",
    slotNames: ["Floor", "Card", "Bow", "Stem", "Bit", "Tag", "Door"],
    components: [
      ...slot({ slot: 1, layer: 1, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Quiet floor", file: "floor-quiet", rarity: 20 },
        { name: "Tiled floor", file: "floor-tiles", rarity: 40 },
        { name: "Selvedge", file: "floor-selvedge", rarity: 45 },
        { name: "Night shift", file: "floor-night-shift", rarity: 88 },
      ]),
      ...slot({ slot: 2, layer: 2, anchor: "TOP_LEFT", width: 900, x: 0, y: 160 }, [
        { name: "Waltz card", file: "card-waltz", rarity: 35 },
        { name: "Five-four card", file: "card-five-four", rarity: 30 },
        { name: "Jammed card", file: "card-jam", rarity: 80 },
      ]),
      ...slot({ slot: 3, layer: 4, anchor: "TOP_LEFT", width: 400, x: 200, y: 40 }, [
        { name: "Round bow", file: "bow-round", rarity: 20 },
        { name: "Square bow", file: "bow-square", rarity: 35 },
        { name: "Clover bow", file: "bow-clover", rarity: 55 },
        { name: "Shuttle bow", file: "bow-shuttle", rarity: 86 },
      ]),
      ...slot({ slot: 4, layer: 3, anchor: "TOP_LEFT", width: 160, x: 320, y: 410 }, [
        { name: "Striped stem", file: "stem-striped", rarity: 25 },
        { name: "Scaled stem", file: "stem-scaled", rarity: 45 },
        { name: "Drilled stem", file: "stem-drilled", rarity: 68 },
      ]),
      ...slot({ slot: 5, layer: 5, anchor: "TOP_LEFT", width: 230, x: 430, y: 540 }, [
        { name: "Steps", file: "bit-steps", rarity: 20 },
        { name: "Quarters", file: "bit-quarters", rarity: 45 },
        { name: "Comb", file: "bit-comb", rarity: 40 },
        { name: "Moon", file: "bit-moon", rarity: 92 },
      ]),
      ...slot({ slot: 6, layer: 6, anchor: "TOP_RIGHT", width: 220, x: 44, y: 390 }, [
        { name: "Tag 4", file: "tag-4", rarity: 30 },
        { name: "Tag 11", file: "tag-11", rarity: 35 },
        { name: "The ninth door", file: "tag-9", rarity: 94, most: 1 },
      ]),
      {
        name: "Where the door was",
        slot_number: 7,
        component_type: "QR_CODE",
        anchor_point: "BOTTOM_LEFT",
        layer_level: 9,
        rarity: 1,
        width: 198,
        offsetX: 48,
        offsetY: 48,
        file: "qr.png",
        max_permitted: 0,
        qr_code_link: "https://example.org/ninth-door",
        qr_code_width: 198,
        fg_color: "#231c3d",
        bg_color: "#f3ecdb",
        secure_link: false,
      },
    ],
  },
  {
    slug: "shadow-casting",
    type: "GENERATIVE",
    slotNames: ["Sky", "Sun", "Land", "Shadow", "Uprights", "Passer-by", "Hour"],
    components: [
      ...slot({ slot: 1, layer: 1, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Five o’clock sky", file: "sky-five", rarity: 15 },
        { name: "Half past six", file: "sky-half-past-six", rarity: 35 },
        { name: "Eight o’clock sky", file: "sky-eight", rarity: 60 },
        { name: "Dark", file: "sky-dark", rarity: 90 },
      ]),
      ...slot({ slot: 2, layer: 2, anchor: "TOP_LEFT", width: 380, x: 430, y: 250 }, [
        { name: "High sun", file: "sun-high", rarity: 20, place: { x: 560, y: 90, width: 260 } },
        { name: "Low sun", file: "sun-low", rarity: 35 },
        { name: "Sliced sun", file: "sun-sliced", rarity: 62, place: { x: 390, y: 200, width: 420 } },
        { name: "Moonrise", file: "sun-moonrise", rarity: 92, place: { x: 590, y: 70, width: 260 } },
      ]),
      ...slot({ slot: 3, layer: 4, anchor: "BOTTOM_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Furrows", file: "land-furrows", rarity: 25 },
        { name: "The road", file: "land-road", rarity: 20 },
        { name: "Dunes", file: "land-dunes", rarity: 40 },
        { name: "Salt grid", file: "land-salt-grid", rarity: 78 },
      ]),
      ...slot({ slot: 4, layer: 5, anchor: "BOTTOM_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Short shadow", file: "shadow-short", rarity: 15 },
        { name: "Long shadow", file: "shadow-long", rarity: 45 },
        { name: "Longer shadow", file: "shadow-longer", rarity: 70 },
        { name: "The other way", file: "shadow-other-way", rarity: 93, most: 12 },
      ]),
      ...slot({ slot: 5, layer: 6, anchor: "BOTTOM_LEFT", width: 900, x: 0, y: 340 }, [
        { name: "Fence posts", file: "upright-posts", rarity: 15 },
        { name: "Telegraph", file: "upright-telegraph", rarity: 40 },
        { name: "Cacti", file: "upright-cactus", rarity: 35 },
        { name: "Three opinions", file: "upright-signs", rarity: 76 },
      ]),
      ...slot({ slot: 6, layer: 7, anchor: "TOP_LEFT", width: 240, x: 70, y: 110 }, [
        { name: "Buzzard", file: "passer-buzzard", rarity: 30 },
        { name: "Starlings", file: "passer-nobody", rarity: 40 },
        {
          name: "A dog with somewhere to be",
          file: "passer-dog",
          rarity: 84,
          place: { anchor: "BOTTOM_LEFT", x: 480, y: 150 },
        },
      ]),
      ...slot({ slot: 7, layer: 8, anchor: "BOTTOM_RIGHT", width: 220, x: 48, y: 48 }, [
        { name: "17.00", file: "hour-1700", rarity: 15 },
        { name: "18.15", file: "hour-1815", rarity: 35 },
        { name: "19.30", file: "hour-1930", rarity: 60 },
        { name: "20.45", file: "hour-2045", rarity: 88 },
      ]),
    ],
  },
  {
    slug: "warp-and-weft",
    type: "RANDOM",
    components: [
      ...slot({ slot: 1, layer: 1, anchor: "TOP_LEFT", width: 300, x: 0, y: 0 }, [
        { name: "Plain weave", file: "plain-weave", rarity: 50 },
      ]),
      ...slot({ slot: 2, layer: 1, anchor: "TOP_LEFT", width: 300, x: 300, y: 0 }, [
        { name: "Long float", file: "long-float", rarity: 50 },
      ]),
      ...slot({ slot: 3, layer: 1, anchor: "TOP_LEFT", width: 300, x: 600, y: 0 }, [
        { name: "Twill", file: "twill", rarity: 50 },
      ]),
      ...slot({ slot: 4, layer: 1, anchor: "TOP_LEFT", width: 300, x: 0, y: 300 }, [
        { name: "Basket", file: "basket", rarity: 50 },
      ]),
      ...slot({ slot: 5, layer: 1, anchor: "TOP_LEFT", width: 300, x: 300, y: 300 }, [
        { name: "Loose end", file: "loose-end", rarity: 50 },
      ]),
      ...slot({ slot: 6, layer: 1, anchor: "TOP_LEFT", width: 300, x: 600, y: 300 }, [
        { name: "The one we carried", file: "carried-one", rarity: 50 },
      ]),
      ...slot({ slot: 7, layer: 1, anchor: "TOP_LEFT", width: 300, x: 0, y: 600 }, [
        { name: "Checked twice", file: "checked-twice", rarity: 50 },
      ]),
      ...slot({ slot: 8, layer: 1, anchor: "TOP_LEFT", width: 300, x: 300, y: 600 }, [
        { name: "Rounding error", file: "rounding-error", rarity: 50 },
      ]),
      ...slot({ slot: 9, layer: 1, anchor: "TOP_LEFT", width: 300, x: 600, y: 600 }, [
        { name: "Remainder", file: "remainder", rarity: 50 },
      ]),
    ],
  },
  {
    slug: "last-stop-portraits",
    type: "GENERATIVE",
    slotNames: ["City", "Weather", "Passenger", "Bus", "Route", "Hand"],
    components: [
      ...slot({ slot: 1, layer: 1, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Late", file: "city-late", rarity: 20 },
        { name: "Later", file: "city-later", rarity: 50 },
        { name: "First light", file: "city-first-light", rarity: 80 },
      ]),
      ...slot({ slot: 2, layer: 2, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Rain", file: "weather-rain", rarity: 20 },
        { name: "Fog", file: "weather-fog", rarity: 45 },
        { name: "Snow", file: "weather-snow", rarity: 60 },
        { name: "Stars", file: "weather-stars", rarity: 91 },
      ]),
      ...slot({ slot: 4, layer: 5, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Green bus", file: "bus-green", rarity: 25 },
        { name: "Red bus", file: "bus-red", rarity: 30 },
        { name: "Cream bus", file: "bus-cream", rarity: 72 },
      ]),
      ...slot({ slot: 5, layer: 6, anchor: "TOP_RIGHT", width: 230, x: 100, y: 4 }, [
        { name: "55", file: "route-55", rarity: 15 },
        { name: "N9", file: "route-n9", rarity: 40 },
        { name: "Depot", file: "route-depot", rarity: 65 },
        { name: "Sorry", file: "route-not-in-service", rarity: 94, most: 25 },
      ]),
      ...slot({ slot: 6, layer: 7, anchor: "TOP_RIGHT", width: 170, x: 130, y: 96 }, [
        { name: "Strap", file: "hand-strap", rarity: 20 },
        { name: "Stop button", file: "hand-bell", rarity: 40 },
        { name: "Somebody’s umbrella", file: "hand-umbrella", rarity: 77 },
      ]),
      {
        name: "You, looking tired",
        slot_number: 3,
        component_type: "PRESELECTED",
        anchor_point: "TOP_LEFT",
        layer_level: 3,
        rarity: 1,
        width: 460,
        offsetX: 190,
        offsetY: 206,
        max_permitted: 0,
      },
    ],
  },
  {
    slug: "balcony-season",
    type: "GENERATIVE",
    slotNames: ["Sky", "Block", "Washing", "Railing", "Chair", "Plant", "Visitor"],
    components: [
      ...slot({ slot: 1, layer: 1, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Evening", file: "sky-evening", rarity: 20 },
        { name: "Rose", file: "sky-rose", rarity: 30 },
        { name: "Noon", file: "sky-noon", rarity: 45 },
        { name: "Thunder", file: "sky-thunder", rarity: 90 },
      ]),
      ...slot({ slot: 2, layer: 2, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "The slab", file: "block-slab", rarity: 20 },
        { name: "The twins", file: "block-twins", rarity: 40 },
        { name: "The tower", file: "block-tower", rarity: 66 },
      ]),
      ...slot({ slot: 3, layer: 3, anchor: "TOP_LEFT", width: 900, x: 0, y: 250 }, [
        { name: "Shirts", file: "washing-shirts", rarity: 20 },
        { name: "Seven socks", file: "washing-socks", rarity: 35 },
        { name: "Tea towels", file: "washing-towels", rarity: 40 },
        { name: "Bunting", file: "washing-flag", rarity: 88, most: 20 },
      ]),
      ...slot({ slot: 4, layer: 6, anchor: "BOTTOM_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Bars", file: "railing-bars", rarity: 15 },
        { name: "Waves", file: "railing-waves", rarity: 50 },
        { name: "Panels", file: "railing-panels", rarity: 60 },
      ]),
      ...slot({ slot: 5, layer: 4, anchor: "BOTTOM_LEFT", width: 300, x: 40, y: 16 }, [
        { name: "Deck chair", file: "chair-deck", rarity: 20 },
        { name: "Stool with coffee", file: "chair-stool", rarity: 30 },
        { name: "The good armchair", file: "chair-armchair", rarity: 80 },
      ]),
      ...slot({ slot: 6, layer: 5, anchor: "BOTTOM_RIGHT", width: 230, x: 44, y: 16 }, [
        { name: "Cactus", file: "plant-cactus", rarity: 20 },
        { name: "Monstera", file: "plant-monstera", rarity: 35 },
        { name: "Tomatoes", file: "plant-tomato", rarity: 45 },
        { name: "Sunflower", file: "plant-sunflower", rarity: 70 },
      ]),
      ...slot({ slot: 7, layer: 7, anchor: "BOTTOM_LEFT", width: 240, x: 370, y: 206 }, [
        { name: "Pigeon", file: "visitor-pigeon", rarity: 15 },
        { name: "Radio", file: "visitor-radio", rarity: 45 },
        { name: "A light left on", file: "visitor-moon-lamp", rarity: 60 },
        { name: "The cat from 4B", file: "visitor-cat", rarity: 93, most: 25 },
      ]),
    ],
  },
  {
    slug: "moth-register",
    type: "GENERATIVE",
    slotNames: ["Night", "Lamp", "Moth"],
    components: [
      ...slot({ slot: 1, layer: 1, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Clear night", file: "night-clear", rarity: 20 },
        { name: "Warm rain", file: "night-rain", rarity: 50 },
        { name: "New moon", file: "night-new-moon", rarity: 85 },
      ]),
      ...slot({ slot: 2, layer: 2, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Desk lamp", file: "lamp-desk", rarity: 20 },
        { name: "Bare bulb", file: "lamp-bulb", rarity: 45 },
        { name: "Paper lantern", file: "lamp-lantern", rarity: 75 },
      ]),
      ...slot({ slot: 3, layer: 3, anchor: "TOP_LEFT", width: 520, x: 190, y: 340 }, [
        { name: "Garden tiger", file: "moth-tiger", rarity: 15 },
        { name: "Emperor", file: "moth-emperor", rarity: 40 },
        { name: "Old lady", file: "moth-old-lady", rarity: 60 },
        { name: "Death’s-head", file: "moth-deaths-head", rarity: 92, most: 4 },
      ]),
    ],
  },
  {
    slug: "tide-tables",
    type: "GENERATIVE",
    slotNames: ["Sea", "Light", "Water", "Vessel", "Flag", "Sign", "Clock", "Code"],
    components: [
      ...slot({ slot: 1, layer: 1, anchor: "TOP_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Open sea", file: "ground-open-sea", rarity: 12 },
        { name: "First light", file: "ground-first-light", rarity: 48 },
        { name: "Salt pan", file: "ground-salt-pan", rarity: 30 },
        { name: "Squall", file: "ground-squall", rarity: 62 },
        { name: "Night watch", file: "ground-night-watch", rarity: 91, most: 30 },
      ]),
      ...slot({ slot: 2, layer: 2, anchor: "TOP_RIGHT", width: 400, x: 70, y: 90 }, [
        { name: "Full disc", file: "light-full", rarity: 18 },
        { name: "Ring", file: "light-ring", rarity: 44 },
        { name: "Half", file: "light-half", rarity: 35 },
        { name: "Eclipse", file: "light-eclipse", rarity: 92 },
      ]),
      ...slot({ slot: 3, layer: 5, anchor: "BOTTOM_LEFT", width: 900, x: 0, y: 0 }, [
        { name: "Scallop", file: "water-scallop", rarity: 15 },
        { name: "Chop", file: "water-chop", rarity: 40 },
        { name: "Swell", file: "water-swell", rarity: 55 },
        { name: "Flat calm", file: "water-flat-calm", rarity: 86 },
      ]),
      ...slot({ slot: 4, layer: 4, anchor: "BOTTOM_LEFT", width: 460, x: 110, y: 180 }, [
        { name: "Two sails", file: "vessel-two-sails", rarity: 20 },
        { name: "Rowing boat", file: "vessel-rowing-boat", rarity: 25 },
        { name: "Freighter", file: "vessel-freighter", rarity: 46 },
        { name: "Lighthouse", file: "vessel-lighthouse", rarity: 84 },
      ]),
      ...slot({ slot: 5, layer: 6, anchor: "TOP_LEFT", width: 180, x: 64, y: 64 }, [
        { name: "Flag Q", file: "flag-quebec", rarity: 14 },
        { name: "Flag K", file: "flag-kilo", rarity: 22 },
        { name: "Flag U", file: "flag-uniform", rarity: 38 },
        { name: "Flag N", file: "flag-november", rarity: 90 },
      ]),
      ...slot({ slot: 6, layer: 3, anchor: "TOP_LEFT", width: 200, x: 290, y: 70 }, [
        { name: "Three gulls", file: "sign-gulls", rarity: 16 },
        { name: "Fog", file: "sign-fog", rarity: 27 },
        { name: "North star", file: "sign-north-star", rarity: 84 },
      ]),
      ...slot({ slot: 7, layer: 7, anchor: "BOTTOM_LEFT", width: 240, x: 48, y: 44 }, [
        { name: "04.17", file: "clock-0417", rarity: 24 },
        { name: "10.42", file: "clock-1042", rarity: 33 },
        { name: "23.59", file: "clock-2359", rarity: 89, most: 30 },
      ]),
      {
        name: "Tide table",
        slot_number: 8,
        component_type: "QR_CODE",
        anchor_point: "BOTTOM_RIGHT",
        layer_level: 9,
        rarity: 1,
        width: 231,
        offsetX: 32,
        offsetY: 32,
        file: "qr.png",
        max_permitted: 0,
        qr_code_link: "https://example.org/tide-tables",
        qr_code_width: 231,
        fg_color: "#10201f",
        bg_color: "#fffaf0",
        secure_link: false,
      },
    ],
  },
];
