/**
 * What qpdf made of one tiny document (title "Kept secret", one blue square) under each kind of encryption, cut from
 * its output: the /Encrypt dictionary's entries and the ciphertext of a string and two streams, as hexadecimal.
 */
export interface Vector {
  name: string;
  user: string;
  owner: string;
  V: number;
  R: number;
  Length: number;
  P: number;
  O: string;
  U: string;
  OE?: string;
  UE?: string;
  method?: string;
  cleartextMetadata: boolean;
  id0: string;
  title: Ciphertext;
  content: Ciphertext;
  metadata: Ciphertext;
}

export interface Ciphertext {
  object: number;
  bytes: string;
}

export const PLAIN = {
  title: "Kept secret",
  content: "0 0 1 rg 10 10 50 50 re f\n",
  metadata: "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>",
};

const ID = "00112233445566778899aabbccddeeff";

/** Whether it is opened by "u" and "o", and hides its metadata, is told where it is otherwise. */
function vector(
  name: string,
  kind: Pick<Vector, "V" | "R" | "Length" | "method">,
  keys: Pick<Vector, "O" | "U" | "OE" | "UE">,
  [title, content, metadata]: [title: string, content: string, metadata: string],
  otherwise: Partial<Vector> = {},
): Vector {
  const hidden = {
    title: { object: 2, bytes: title },
    content: { object: 6, bytes: content },
    metadata: { object: 3, bytes: metadata },
  };
  return {
    name,
    user: "u",
    owner: "o",
    P: -4,
    id0: ID,
    cleartextMetadata: false,
    ...kind,
    ...keys,
    ...hidden,
    ...otherwise,
  };
}

export const VECTORS: Vector[] = [
  vector(
    "rc4-40",
    { V: 1, R: 2, Length: 40 },
    {
      O: "853fee3f6550fc3bc212797eaed99cc9be53347583a738e25fdfb1242bf93366",
      U: "34a389f74719eada4eb1063afe072481dac26521399cbb80d7c2d8adfc647ae5",
    },
    [
      "726e58dbb5506599986bb9",
      "91c63d75dfccf22a48c624b10035e60730686defa15d5e1525e7",
      "c339be841e41cd021071aa0ba1284c542183462a8f5a201648b869d0d852c2abe744781477",
    ],
  ),
  vector(
    "rc4-128",
    { V: 2, R: 3, Length: 128 },
    {
      O: "2a2f0a1990192c60114730bdcd39f37828a53c89a340dd473c85299dc5258e1c",
      U: "a56e12c35cb0079c5e50ffe3e77a22810122456a91bae5134273a6db134c87c4",
    },
    [
      "d0113a76986f1b1a7ef2a0",
      "8668e8aa2de1023345846ad9858070e36ebbd04384fb3775c728",
      "b5b3bf1d85f692d79c7c3da2f6c94172e81a771d01ef386679b9ad31563994836660b6f396",
    ],
  ),
  vector(
    "rc4-128 crypt filters",
    { V: 4, R: 4, Length: 128, method: "V2" },
    {
      O: "2a2f0a1990192c60114730bdcd39f37828a53c89a340dd473c85299dc5258e1c",
      U: "a56e12c35cb0079c5e50ffe3e77a22810122456a91bae5134273a6db134c87c4",
    },
    [
      "d0113a76986f1b1a7ef2a0",
      "8668e8aa2de1023345846ad9858070e36ebbd04384fb3775c728",
      "b5b3bf1d85f692d79c7c3da2f6c94172e81a771d01ef386679b9ad31563994836660b6f396",
    ],
  ),
  vector(
    "aes-128",
    { V: 4, R: 4, Length: 128, method: "AESV2" },
    {
      O: "2a2f0a1990192c60114730bdcd39f37828a53c89a340dd473c85299dc5258e1c",
      U: "a56e12c35cb0079c5e50ffe3e77a22810122456a91bae5134273a6db134c87c4",
    },
    [
      "5e36d841d9c1ba37c4db290da1b688f7cb03e2bd06b32a9894024ab4e2a47b18",
      "56b53ad76ee0093e326ea0f255d85395889461ced5a3e9e397a06b39f0a253481adc72bc66cbe0f32305811f0a560f84",
      "0f2bee65ea8ee32ce10ef908d91a9697306f7cc6adb695db4be5fbde1c46d46e1f0907f24f4211f377317edacc6c53aff2ee60d3970f7d4a5699a122caab9e53",
    ],
  ),
  vector(
    "aes-128 cleartext metadata",
    { V: 4, R: 4, Length: 128, method: "AESV2" },
    {
      O: "2a2f0a1990192c60114730bdcd39f37828a53c89a340dd473c85299dc5258e1c",
      U: "c99a7f9094fb06e00429bcfea327281c0122456a91bae5134273a6db134c87c4",
    },
    [
      "9a8869fb57d1d56f44a7bdb83956718758857e57abfca900037948583b7af301",
      "971829127abdac416be602cc048247bbe77d8a88e8fc724a148db92dc8ec32c3e7396c39f9563a74beac3913387c876e",
      "3c783a786d706d65746120786d6c6e733a783d2761646f62653a6e733a6d6574612f272f3e",
    ],
    { cleartextMetadata: true },
  ),
  vector(
    "aes-256 revision 5",
    { V: 5, R: 5, Length: 256, method: "AESV3" },
    {
      O: "ed78c630e6a9dc9a210d271e1fb97d33da936b9bcef86f1f89fa3616c203a33438ea959f167a786564c71938328af1ed",
      U: "fc5df84f223050f3de91b1b3de4c88e13c965fe746cc25a4e03475c12d65adc15cbfd026f08d9fe41d168c58c451af0b",
      OE: "c34a9252bb89f64f96f1985a62f11f379d8860a955f318feaefca360e6616428",
      UE: "24d36e1eeb71cd3e032d08123c82dca3420fe2742721a7bc517b0fefb7f0716d",
    },
    [
      "b38800f260d9d28ded35c3603a4295446bdc0ad176de65d7ffd7007abf149e81",
      "3e0d22853450dc380749170df5cfc11ec454e81710720240ed25300fd7c0419fcd8b0905f5eeb80290b40b882247d241",
      "7412730fe28a1609ddb04bc521da5bc32c57b0c5295954b54307e3fbbf7e271402dc7c44aebdb45a6b8fe23f7183e95f2c3fd19a8692e6f90da5d3978e4f658b",
    ],
  ),
  vector(
    "aes-256 revision 6",
    { V: 5, R: 6, Length: 256, method: "AESV3" },
    {
      O: "3ea0a9990ca30ed3b45627053ffca51a4a8f955ac8c87d78040174d652d981080c4207a41f920e933fbbe1c548569f1c",
      U: "a8a9176929679471beb8843dc68410ea011b7fa188c95a5a8d5f45854c70af4c22f3576c31410d8eecfe3942a86de771",
      OE: "223f98fed847074b42b8e89058224d12772f486094c61b2f834804f22319cf95",
      UE: "c8f8fe731631523ece3234715553a79cda1a6e660de01a3696aad0f55a398a07",
    },
    [
      "ef13020ed4f0c87cd61ce9b006efc8d928da425c906fc4c1736d20854831151c",
      "8fc3faca7acc8e4eb47122a87779309738612183bc911f120c9448977b8a2683a5da2e58a42bd7c87be1628d45df6467",
      "b933136b5ec0e0a7fa543542db917beafe8ea705e588071647a0349d325f5ea664beba9c3b2299833fc5694abdb24a3bf790501fcff3e91c439d10b55e1acfde",
    ],
  ),
  vector(
    "aes-256 cleartext metadata",
    { V: 5, R: 6, Length: 256, method: "AESV3" },
    {
      O: "c223acc8034ca8b1d31be79defd1b75301c09225fef5b6ea2bc4b43acebb570a151fc341a7630db0f65f903c05f54a0b",
      U: "fc4f6a16e4b997c7c6e9df7540db797f8d3d9f5a8d6ed501643566b49dcc3cb63468c45f61a812263a19e2ecd4472bfb",
      OE: "3c5e363bb7e490a473c1786b57a5f80643c79f7c1ab9939f51ed6b03daf9bc6f",
      UE: "0c5ed81fad3ceb73fc7abc7830291ebfa0fd57cecf61202e406410685cb56b10",
    },
    [
      "d9d468c2509b74a3b83069b4d1c3156bf40f34db3382d13e15b22577a1f411d2",
      "ba7154724515a57289c935437c9a870138147144bfd69e67faa073519a97c295fa971bb239a1ea6707588ec3de715a93",
      "3c783a786d706d65746120786d6c6e733a783d2761646f62653a6e733a6d6574612f272f3e",
    ],
    { cleartextMetadata: true },
  ),
  vector(
    "aes-256 only an owner password",
    { V: 5, R: 6, Length: 256, method: "AESV3" },
    {
      O: "9fc7c4498c3ad30c40fc8532659dffe5e83c5d98abd42e06c8939e40e6a07cbf129a15fca85443558e30fd30e35c1f96",
      U: "f605fce1d9fb6ae25f6076340d38c38002dbc100841ce695595c770c0d8a0c20f4a84549513654fb7965af5ab9793bbe",
      OE: "dae8e53ccbcd889883c63de4c56675824364648049d4581c30a69c7736eaa573",
      UE: "07217e2553105395926a134d4e7f473a524028ba0214782daf5da9a85003f1c3",
    },
    [
      "818081432bfbfc2b9d45cae7a3d15a816fea94a421189ad44fd5134ddbdbfa0c",
      "b230e214263769f6d8276bb6b761bbc3e97e24cb1e0fd0928b12f6763b3b77caef0e2b83025f82b89e57e3733933b255",
      "ca3f738e8a12ac950fc63d8c166f54d646d2cc754fe1020bd076d58555f3adbd3aaeafb04d73edc86929d5723fd42e9bde716abfffd0cb0f3f38bf46e83888d9",
    ],
    { user: "" },
  ),
  vector(
    "rc4-128 only an owner password",
    { V: 2, R: 3, Length: 128 },
    {
      O: "77b8fb098022d3ab34237ea5643c08710ea5123fc5f88bf993a68cca5f12b40f",
      U: "217a5274f4997a9a14068dc1a7a60fb30122456a91bae5134273a6db134c87c4",
    },
    [
      "f8095b48927d830d46d3b2",
      "3c3c11d2663e4eaba4e0e5e012fd3a3d2d1382a3e85b0e327509",
      "199cb606f0c5a6abf81baf4be015f2d24441f95d706c787f2a5ade26e8b0b8faf30b3dfae7",
    ],
    { user: "" },
  ),
  vector(
    "aes-256 accented",
    { V: 5, R: 6, Length: 256, method: "AESV3" },
    {
      O: "d686d8ecb5ca006407a956586258859f8e2a72870abcb81950829df99d8699f2f02d967f7efc448b97ede324195364cb",
      U: "80e95db939127c38ce9bd142fc9cfc8d8988498f453f10d048f4101c9a8b9c94062d35b5138813eb805ffa2ea5ad9ce6",
      OE: "be0664dc05a8e608922d4b2477333784dc9904ca3850e07f01634aeccd07c841",
      UE: "93ce1e0a99f4136cf088f57688d60feb8617d6de183172bdc02bf67170a2c5ee",
    },
    [
      "6a7542b2f57cec98164561b7b5361d3f4ff9f22d0c43d223e1485b7b66718b97",
      "7beab617761493e0092c9046fe510e244520b56af881b3af33effd1b0e08d0bbf05c942de97c9e4deb0cf3adb35fe984",
      "bdafed3a8ec1875406c7e2ef398f7627a42fc2458fc22c747fa23c791e00ca45b1d3a015af21df26aaf8274e706e7f938bf241cbbae1c5d8238a8f966f3cc0ba",
    ],
    { user: "pässwörd" },
  ),
];
